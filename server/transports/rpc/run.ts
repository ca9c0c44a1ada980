import { type Plain, plain } from './plain.ts'

type Call<C, I> = { ctx: C; input: I }

/** Returns the resolver of a procedure that is one operation. */
export const run =
  <C, I, R>(operation: (ctx: C, input: I) => R) =>
  ({ ctx, input }: Call<C, I>): R =>
    operation(ctx, input)

/** Returns the resolver as `run` does, for a large answer of JSON values only (`plain`). */
export const runPlain =
  <C, I, R extends object>(operation: (ctx: C, input: I) => Promise<R & Plain<R>>) =>
  ({ ctx, input }: Call<C, I>): Promise<R> =>
    operation(ctx, input).then((answer) => plain<R>(answer))
