import type { ReactNode } from 'react'
import { isolated, withinIsolate } from '#shared/bidi.ts'

/** Narrows a cut text to its visible letters, so that no gap follows the ellipsis. */
function fit(spans: readonly HTMLElement[]): void {
  for (const span of spans) span.style.maxWidth = ''
  const widths = spans.map((span) => (span.scrollWidth > span.clientWidth ? fittedWidth(span) : undefined))
  for (const [index, span] of spans.entries()) {
    const width = widths[index]
    if (width !== undefined) span.style.maxWidth = `${width}px`
  }
}

function fittedWidth(span: HTMLElement): number | undefined {
  const text = span.querySelector('bdi')?.firstChild
  const canvas = (pen ??= document.createElement('canvas').getContext('2d'))
  if (canvas === null || !(text instanceof Text)) return undefined
  canvas.font = getComputedStyle(span).font
  const ellipsis = Math.ceil(canvas.measureText('…').width)
  const { left, right } = span.getBoundingClientRect()
  const range = document.createRange()
  const end = (length: number) => {
    range.setStart(text, 0)
    range.setEnd(text, length)
    return range.getBoundingClientRect().right
  }
  let length = text.data.length
  while (length > 1 && (end(length) + ellipsis > right || text.data[length - 1] === ' ')) length--
  return Math.ceil(end(length) - left + ellipsis)
}

let pen: CanvasRenderingContext2D | null | undefined
let watcher: ResizeObserver | undefined

/** Returns one observer for all lines, so that their widths are read together. */
const lineWatcher = () =>
  (watcher ??= new ResizeObserver((entries) =>
    fit(entries.flatMap(({ target }) => (target.firstElementChild as HTMLElement | null) ?? [])),
  ))

function watch(line: HTMLSpanElement) {
  lineWatcher().observe(line)
  return () => lineWatcher().unobserve(line)
}

interface FittedTextProps {
  text: string
  className: string
  /** The element right after the text, which is never cut. */
  children: ReactNode
}

/** A line with a text that is cut if it does not fit, and children that always stay whole. */
export function FittedText({ text, className, children }: FittedTextProps) {
  return (
    <span key={text} ref={watch} title={isolated(text)} className={`flex ${className}`}>
      <span className="truncate">
        <bdi>{withinIsolate(text)}</bdi>
      </span>
      {children}
    </span>
  )
}
