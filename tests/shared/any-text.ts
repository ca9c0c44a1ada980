import * as fc from '#tests/support/setup/fast-check.ts'

/** Texts of any code points, lone surrogates and combining marks among them. */
export const anyCodePoints = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x3ff }), fc.integer({ min: 0, max: 0x10ffff })), {
    maxLength: 10,
  })
  .map((codes) => String.fromCodePoint(...codes))
