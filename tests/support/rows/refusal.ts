import { TRPCClientError } from '@trpc/client'
import { expect } from 'vitest'
import * as z from 'zod/mini'

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

/** The outcome of a call: a value, or the message of its refusal. */
export type Outcome<T> = T | string

/** Returns the outcome of an operation or of a procedure; any other failure is rethrown. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError || error instanceof TRPCClientError) return error.message
    if (error instanceof z.core.$ZodError) return error.issues[0]?.message ?? ''
    throw error
  }
}
