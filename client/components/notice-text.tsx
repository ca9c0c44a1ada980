import { CONSENT_TEXT_VERSION, NOTICE_SECTIONS, type NoticeSection } from '#shared/auth/notice.ts'
import { formatDay } from '#shared/date.ts'

interface NoticeTextProps {
  sections?: readonly NoticeSection[]
  /** The last line. */
  about?: string
}

/** A notice, by default the current one, in a box that the keyboard can scroll too. */
export function NoticeText({
  sections = NOTICE_SECTIONS,
  about = `Metnin tarihi: ${formatDay(CONSENT_TEXT_VERSION)}`,
}: NoticeTextProps) {
  return (
    <section
      aria-label="Metin"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take the arrow keys
      tabIndex={0}
      className="grid gap-4 overflow-y-auto rounded-md border border-border bg-sunken p-4"
    >
      {sections.map(({ heading, paragraphs, items }) => (
        <section key={heading} className="grid gap-2">
          <h3 className="font-semibold">{heading}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {items !== undefined && (
            <ul className="grid list-disc gap-1 pl-5">
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      <p className="text-sm text-muted-foreground">{about}</p>
    </section>
  )
}
