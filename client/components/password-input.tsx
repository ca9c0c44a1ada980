import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'
import { PLAIN_INPUT } from '#client/lib/input-props.ts'
import { Button } from '#client/ui/button.tsx'
import { Input } from '#client/ui/input.tsx'

/**
 * A password field with a button that shows the password. The button's name is text, so that 'Parola' labels only the
 * field.
 */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [visible, setVisible] = useState(false)
  const Icon = visible ? EyeOff : Eye
  return (
    <div className={cn('relative', className)}>
      <Input {...props} type={visible ? 'text' : 'password'} {...PLAIN_INPUT} className="pr-12" />
      <Button
        variant="ghost"
        size="icon"
        className="absolute top-1/2 right-0 md:right-1 -translate-y-1/2 md:size-8"
        onClick={() => setVisible(!visible)}
      >
        <Icon aria-hidden />
        <span className="sr-only">{visible ? 'Parolayı gizle' : 'Parolayı göster'}</span>
      </Button>
    </div>
  )
}
