import { BUDGETS, routeSizes } from './sizes.ts'

// Runs as the last step of `npm run check`, on the build, and fails if a route loads more than its budget.
const sizes = Object.entries(routeSizes()).map(([route, size]) => ({
  route,
  size,
  budget: BUDGETS[route as keyof typeof BUDGETS],
}))
for (const { route, size, budget } of sizes) {
  const line = `${route}: ${size.toFixed(1)} of ${budget} KiB of JavaScript\n`
  if (size > budget) process.stderr.write(`Too large: ${line}`)
  else process.stdout.write(line)
}
if (sizes.some(({ size, budget }) => size > budget)) process.exitCode = 1
