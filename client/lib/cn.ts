import { clsx, type ClassValue } from 'clsx'

const SIDES = ['x', 'y', 't', 'r', 'b', 'l']
const padding = SIDES.map((side) => `p${side}`)
const margin = SIDES.map((side) => `m${side}`)
const corners = ['t', 'r', 'b', 'l'].map((side) => `rounded-${side}`)

/** Whole classes, by the name of the property that they set. */
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

/** The beginnings of classes with any ending, each the name of the property that the class sets. */
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

/** Further properties that a class sets. */
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

/** The conditions of a class, such as 'md:hover:', with their brackets. */
const CONDITIONS = /^(?:(?:\[[^\]]*\]|\([^)]*\)|[^\s:[(])+:)*/

/** Returns the property that a class sets, without the conditions; undefined for a property that no caller replaces. */
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
 * Joins class names; of two that set the same property under the same conditions the later one wins. It knows only the
 * properties that callers of our components replace: tailwind-merge with its tables costs each page 7.8 KiB of gzip.
 */
export function cn(...classes: ClassValue[]): string {
  const text = clsx(classes)
  let merged = known.get(text)
  if (merged === undefined) known.set(text, (merged = merge(text)))
  return merged
}

function merge(text: string): string {
  const overridden = new Set<string>()
  const effective = text
    .split(/\s+/)
    .filter(Boolean)
    .toReversed()
    .filter((one) => {
      const conditions = CONDITIONS.exec(one)?.[0] ?? ''
      const isStrong = one.endsWith('!')
      const group = groupOf(one.slice(conditions.length).replace(/^-|!$/g, ''))
      if (group === undefined) return true
      const key = (name: string) => `${conditions}${isStrong ? '!' : ''} ${name}`
      if (overridden.has(key(group))) return false
      for (const name of [group, ...(CONTAINS[group] ?? [])]) overridden.add(key(name))
      return true
    })
  return effective.toReversed().join(' ')
}
