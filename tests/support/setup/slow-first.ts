import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest of their group. The order by size puts these short files last, and one core waits for them. */
const SLOW = ['tests/plans/statements.test.ts', 'tests/e2e/money-week.test.ts', 'tests/e2e/a11y.test.ts']

/** Begins each group with its slow files; the others keep vitest's order. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const groups = Map.groupBy(sorted, ({ project }) => project.config.sequence.groupOrder)
    return [...groups.values()].flatMap((group) => {
      const slow = SLOW.flatMap((file) => group.filter(({ moduleId }) => moduleId.endsWith(`/${file}`)))
      return [...slow, ...group.filter((one) => !slow.includes(one))]
    })
  }
}
