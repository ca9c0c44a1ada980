import { expect, test } from 'vitest'

import { cn } from '#client/lib/cn.ts'

test.each([
  ['size-11 md:size-9', 'w-auto min-w-11', 'size-11 md:size-9 w-auto min-w-11'],
  ['w-full h-9', 'size-11', 'size-11'],
  ['min-h-11 px-4 md:min-h-10', 'min-h-12', 'px-4 md:min-h-10 min-h-12'],
  ['text-sm text-muted-foreground', 'text-lg', 'text-muted-foreground text-lg'],
  ['text-sm text-muted-foreground', 'text-right text-primary', 'text-sm text-right text-primary'],
  ['border-b border-border', 'border-input', 'border-b border-input'],
  ['rounded-t-lg', 'border-0 rounded-md', 'border-0 rounded-md'],
  ['font-sans font-medium', 'font-semibold', 'font-sans font-semibold'],
  ['justify-items-start justify-between', 'justify-end', 'justify-items-start justify-end'],
  ['bg-card hover:bg-sunken', 'bg-sunken', 'hover:bg-sunken bg-sunken'],
  ['relative inline-flex', 'hidden', 'relative hidden'],
])('the later of two classes for one property wins: %s + %s', (own, caller, expected) => {
  expect(cn(own, false, caller, undefined)).toBe(expected)
})
