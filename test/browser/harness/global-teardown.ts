import { endService } from './service.ts';

export default async (): Promise<void> => endService();
