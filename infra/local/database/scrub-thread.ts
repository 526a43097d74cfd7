import { workerData } from 'node:worker_threads';
import { type FileToScrub, scrubFile } from './scrub-file.ts';

for (const file of workerData as FileToScrub[]) scrubFile(file);
