import { publishStack } from './environment.ts';
import { startStack } from './running-stack.ts';

export default async (): Promise<void> => publishStack(await startStack());
