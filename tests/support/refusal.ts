import { expect } from 'vitest'

import { AppError, type ErrorCode } from '#shared/errors.ts'

/** Expects that `work` is refused with exactly this code, message and field. */
export async function expectRefusal(
  work: Promise<unknown>,
  refusal: { code: ErrorCode; message: string; field?: string },
): Promise<void> {
  const error = await work.then(
    () => 'not refused',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(AppError)
  const { code, message, field } = error as AppError
  expect({ code, message, field }).toEqual({ field: undefined, ...refusal })
}
