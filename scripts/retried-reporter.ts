import type { Reporter, TestModule } from 'vitest/node'

/** Names, at the end of a run, each test that passed only when it was tried again: such a test needs repair. */
export default class RetriedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky === true),
    )
    for (const { module, fullName } of retried)
      process.stdout.write(`passed when tried again: ${module.relativeModuleId} > ${fullName}\n`)
  }
}
