import { Copy } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import { Field } from '#client/components/field.tsx'
import { copyText } from '#client/lib/copy-text.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'

interface CopiedAddressProps {
  label: string
  address: string
  /** The messages after 'Kopyala'. */
  copied: string
  failed: string
  /** Further buttons. */
  children?: ReactNode
}

/** Shows an address with a button that copies it. */
export function CopiedAddress({ label, address, copied, failed, children }: CopiedAddressProps) {
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(address, field.current)) toast.success(copied)
    else toast.error(failed)
  }
  return (
    <>
      <Field label={label}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
            className="text-sm"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden />
          Kopyala
        </Button>
        {children}
      </div>
    </>
  )
}
