import { expect, test, vi } from 'vitest'
import type { TestModule } from 'vitest/node'

import RetriedReporter from '#scripts/retried-reporter.ts'

test('a test that passed only when it was tried again is named', () => {
  const module = { relativeModuleId: 'tests/e2e/a.test.ts' }
  const testsOfModule = [
    { module, fullName: 'first', diagnostic: () => ({ flaky: false }) },
    { module, fullName: 'group > second', diagnostic: () => ({ flaky: true }) },
    { module, fullName: 'not run', diagnostic: () => undefined },
  ]
  const modules = [{ children: { allTests: () => testsOfModule } }] as unknown as TestModule[]
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  new RetriedReporter().onTestRunEnd(modules)
  const written = write.mock.calls.map(([text]) => text)
  write.mockRestore()
  expect(written).toEqual(['passed when tried again: tests/e2e/a.test.ts > group > second\n'])
})
