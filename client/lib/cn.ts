import { clsx, type ClassValue } from 'clsx'
import { createTailwindMerge, validators } from 'tailwind-merge'

const any = [validators.isAny]
/** Groups `name` and `name-…`: the later class replaces an earlier one whatever follows the name. */
const groups = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, [name, { [name]: any }]]))

const SIDES = ['x', 'y', 't', 'r', 'b', 'l']
const padding = SIDES.map((side) => `p${side}`)
const margin = SIDES.map((side) => `m${side}`)
const borders = SIDES.map((side) => `border-${side}`)
const corners = ['t', 'r', 'b', 'l'].map((side) => `rounded-${side}`)

/** The properties that our components let callers replace; tailwind-merge's full table costs 6 KB more. */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'hidden', 'contents'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl'] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
    'text-color': [{ text: any }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold'] }],
    'border-width': ['border', { border: ['0', '2'] }],
    'border-style': [{ border: ['solid', 'dashed'] }],
    'border-color': [{ border: any }],
    'justify-items': [{ 'justify-items': any }],
    ...groups('size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'p', 'm', 'gap', 'gap-x', 'gap-y'),
    ...groups(
      'inset',
      'inset-x',
      'inset-y',
      'top',
      'right',
      'bottom',
      'left',
      'z',
      'bg',
      'shadow',
      'opacity',
    ),
    ...groups('items', 'justify', 'grid-cols', 'col-span', 'overflow', 'overflow-x', 'overflow-y', 'rounded'),
    ...groups('whitespace', 'outline-offset', ...padding, ...margin, ...borders, ...corners),
  },
  conflictingClassGroups: {
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
    'border-width': borders,
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder'],
}))

/** Joins class names; of two that set the same property the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
