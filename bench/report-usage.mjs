// Loaded before a measured program: writes what the process used when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const path = process.env.ADSYNC_BENCH_USAGE;
  if (path !== undefined) writeFileSync(path, JSON.stringify(process.resourceUsage()));
});
