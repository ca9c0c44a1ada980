import { clsx, type ClassValue } from 'clsx'
import { createTailwindMerge, validators } from 'tailwind-merge'

const any = [validators.isAny]
/** Groups `name-…` whose later class replaces an earlier one whatever follows the name. */
const prefixed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, [{ [name]: any }]]))

const SIDES = ['x', 'y', 't', 'r', 'b', 'l']
const padding = SIDES.map((side) => `p${side}`)
const margin = SIDES.map((side) => `m${side}`)

/** The properties that our parts let their callers replace; tailwind-merge's full table costs 6 KB more. */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'hidden', 'contents'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    'font-size': [{ text: ['xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl'] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-color': [{ text: any }],
    'border-width': ['border', { border: ['0', '2'] }],
    'border-color': [{ border: any }],
    whitespace: [{ whitespace: any }],
    ...prefixed('size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'p', 'm', 'gap', ...padding, ...margin),
    ...prefixed('inset', 'top', 'right', 'bottom', 'left', 'z', 'bg', 'font', 'rounded', 'shadow', 'opacity'),
    ...prefixed('items', 'justify', 'grid-cols', 'col-span', 'overflow', 'outline-offset'),
  },
  conflictingClassGroups: {
    size: ['w', 'h'],
    p: padding,
    px: ['pl', 'pr'],
    py: ['pt', 'pb'],
    m: margin,
    mx: ['ml', 'mr'],
    my: ['mt', 'mb'],
    inset: ['top', 'right', 'bottom', 'left'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder'],
}))

/** Joins class names; of two that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
