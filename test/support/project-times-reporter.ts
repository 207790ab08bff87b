import type { Reporter, TestModule } from 'vitest/node';

/** Prints, after the run, how many seconds each project's test files took together. */
export default class ProjectTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seconds = new Map<string, number>();
    for (const module of modules) {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      const spent = (duration + collectDuration + setupDuration) / 1000;
      seconds.set(module.project.name, (seconds.get(module.project.name) ?? 0) + spent);
    }
    for (const [name, spent] of [...seconds].sort(([, a], [, b]) => b - a)) {
      console.log(`  ${name.padEnd(10)} ${spent.toFixed(1)} s`);
    }
  }
}
