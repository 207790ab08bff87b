import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints, after the run, how many seconds each project's test files took together, and last what failed: the end of a
 * long log is the part that is always kept.
 */
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
    for (const line of modules.flatMap(failuresOf)) console.log(line);
  }
}

/** A line for each test of a file that failed, with the first line of its message, and for the file itself. */
function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')].map(
    (test) => `FAILED  ${module.relativeModuleId}  ${test.fullName}: ${firstLine(test.result().errors)}`,
  );
  const errors = module.errors();
  return errors.length === 0
    ? failed
    : [...failed, `FAILED  ${module.relativeModuleId}: ${firstLine(errors)}`];
}

function firstLine(errors: readonly { readonly message: string }[] | undefined): string {
  return errors?.[0]?.message.split('\n')[0] ?? 'no message';
}
