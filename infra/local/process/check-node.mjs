/** Loaded before everything else, in the JavaScript of old releases: says what is wrong where Node cannot run this code. */

const OLDEST_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_MAJOR) {
  console.error(
    `This runs on Node ${OLDEST_MAJOR}, which "npm ci" installs beside it, but it was started with Node ${process.versions.node}. ` +
      'Use "npm start" and the other npm scripts. If you did, run "npm ci" again, without --ignore-scripts and --omit=dev.',
  );
  process.exit(1);
}
