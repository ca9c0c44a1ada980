import { clsx, type ClassValue } from 'clsx'

const SIDES = ['x', 'y', 't', 'r', 'b', 'l']
const padding = SIDES.map((side) => `p${side}`)
const margin = SIDES.map((side) => `m${side}`)
const corners = ['t', 'r', 'b', 'l'].map((side) => `rounded-${side}`)

/** Classes that are whole: what they set, by name. */
const WHOLE = new Map(
  Object.entries({
    display: 'block inline inline-block flex inline-flex grid hidden contents',
    position: 'static fixed absolute relative sticky',
    'font-size': 'text-xs text-sm text-base text-lg text-xl text-2xl text-3xl',
    'text-align': 'text-left text-center text-right',
    'text-wrap': 'text-wrap text-nowrap text-balance text-pretty',
    'font-weight': 'font-normal font-medium font-semibold',
    'border-width': 'border border-0 border-2',
    'border-style': 'border-solid border-dashed',
  }).flatMap(([group, names]) => names.split(' ').map((name) => [name, group] as const)),
)

/** The beginnings of classes, whatever follows; they are what is set. */
const BEGINNINGS = new Set([
  ...'text border size w h min-w min-h max-w max-h p m gap gap-x gap-y inset inset-x inset-y top right bottom'.split(
    ' ',
  ),
  ...'left z bg shadow opacity items justify justify-items grid-cols col-span overflow overflow-x'.split(' '),
  ...'overflow-y rounded whitespace outline-offset'.split(' '),
  ...padding,
  ...margin,
  ...corners,
  ...SIDES.map((side) => `border-${side}`),
])

/** What a class sets besides. */
const CONTAINS: Readonly<Record<string, readonly string[]>> = {
  size: ['w', 'h'],
  gap: ['gap-x', 'gap-y'],
  p: padding,
  px: ['pl', 'pr'],
  py: ['pt', 'pb'],
  m: margin,
  mx: ['ml', 'mr'],
  my: ['mt', 'mb'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  overflow: ['overflow-x', 'overflow-y'],
  rounded: corners,
  'border-width': SIDES.map((side) => `border-${side}`),
}

/** 'md:hover:' and the like, with what they have in brackets. */
const CONDITIONS = /^(?:(?:\[[^\]]*\]|\([^)]*\)|[^\s:[(])+:)*/

/** What a class without its conditions sets; undefined where no caller replaces that. */
function groupOf(name: string): string | undefined {
  const whole = WHOLE.get(name)
  if (whole !== undefined) return whole
  const end = name.search(/[[(]/)
  let start = end < 0 ? name : name.slice(0, end)
  for (; start !== ''; start = start.slice(0, Math.max(0, start.lastIndexOf('-'))))
    if (BEGINNINGS.has(start)) return start
  return undefined
}

const known = new Map<string, string>()

/**
 * Joins class names; of two that set the same property under the same conditions the later one wins. For the
 * properties that our components let callers replace: tailwind-merge with its tables would cost each page 7.8 KiB of gzip.
 */
export function cn(...classes: ClassValue[]): string {
  const text = clsx(classes)
  let merged = known.get(text)
  if (merged === undefined) known.set(text, (merged = merge(text)))
  return merged
}

function merge(text: string): string {
  const taken = new Set<string>()
  const kept = text
    .split(/\s+/)
    .filter(Boolean)
    .toReversed()
    .filter((one) => {
      const conditions = CONDITIONS.exec(one)?.[0] ?? ''
      const isStrong = one.endsWith('!')
      const group = groupOf(one.slice(conditions.length).replace(/^-|!$/g, ''))
      if (group === undefined) return true
      const key = (name: string) => `${conditions}${isStrong ? '!' : ''} ${name}`
      if (taken.has(key(group))) return false
      for (const name of [group, ...(CONTAINS[group] ?? [])]) taken.add(key(name))
      return true
    })
  return kept.toReversed().join(' ')
}
