/** Returns `a + b` of whole numbers. Throws RangeError when the sum is not a safe integer. */
export function addExactly(a: number, b: number): number {
  const sum = a + b
  if (!Number.isSafeInteger(sum)) throw new RangeError(`${a} + ${b} does not fit a number exactly.`)
  return sum
}

/** Returns the sum of whole numbers. Throws RangeError when it is not a safe integer. */
export const sumExactly = (numbers: readonly number[]): number => numbers.reduce(addExactly, 0)
