// Loaded before a measured program: writes what the process used when it ends.
const { existsSync, readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const path = process.env.ADSYNC_BENCH_USAGE;
  if (path !== undefined)
    writeFileSync(path, JSON.stringify({ ...process.resourceUsage(), peakKiB: peakKiB() }));
});

/** Linux counts the parent's memory at the moment of the fork into maxRSS, and not into VmHWM. */
function peakKiB() {
  const status = '/proc/self/status';
  const peak = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
}
