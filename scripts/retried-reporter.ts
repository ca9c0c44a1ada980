import type { Reporter, TestModule } from 'vitest/node'

/** Names each test that passed only when it was tried again, after all others: it is to be mended like a failed one. */
export default class RetriedReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky === true),
    )
    for (const { module, fullName } of retried)
      process.stdout.write(`passed when tried again: ${module.relativeModuleId} > ${fullName}\n`)
  }
}
