import { MessageCircle } from 'lucide-react'

import { cn } from '#client/lib/cn.ts'
import { buttonVariants } from '#client/ui/button.tsx'

interface WriteLinkProps {
  /** The address that opens WhatsApp; `null` for a number that has none. */
  href: string | null
  /** The customer or else the plate, for the accessible name. */
  name: string
  variant?: 'ghost' | 'outline'
  onOpen: () => void
}

/** Opens WhatsApp with a reminder's message; nothing is sent before the user presses there. */
export const WriteLink = ({ href, name, variant = 'outline', onOpen }: WriteLinkProps) =>
  href === null ? (
    <span className="text-sm text-muted-foreground">telefon yok</span>
  ) : (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Yaz: ${name}`}
      data-print="hide"
      className={cn(
        buttonVariants({ variant, size: 'sm' }),
        'relative text-primary max-md:min-h-11',
        // Buttons with and without a frame stand in one column.
        variant === 'ghost' && 'border border-transparent',
      )}
      onClick={onOpen}
    >
      <MessageCircle aria-hidden className="size-4" />
      Yaz
    </a>
  )
