import { TextField } from '#client/forms/fields.tsx'
import { changeField, type FormFields, useField } from '#client/forms/use-field.ts'
import { NAME_INPUT } from '#client/lib/input-props.ts'
import type { Strokes } from '#shared/intake/rules.ts'

import { parseStrokes } from './intake-values.ts'
import { SignaturePad } from './signature-pad.tsx'

type Signed = { signer: string; signature: string; seen: string }

/** The name of the signer and the signature. */
export function Signing<V extends Signed>({
  form,
  stored,
  seen,
  hint,
}: {
  form: FormFields<V>
  stored: Strokes | null
  /** The record as it is shown now; a signature covers it (`seenOf`). */
  seen: string
  hint: string
}) {
  const signed = form as unknown as FormFields<Signed>
  const { value, error, setValue } = useField(signed, 'signature')
  return (
    <>
      <TextField form={signed} name="signer" hint={hint} {...NAME_INPUT} />
      <SignaturePad
        drawn={parseStrokes(value)}
        stored={stored}
        error={error}
        onChange={(strokes) => {
          changeField(signed.store, 'seen', () => seen)
          setValue(strokes === null ? '' : JSON.stringify(strokes))
        }}
      />
    </>
  )
}
