import { Tabs as TabsPrimitive } from 'radix-ui'
import type { ComponentProps } from 'react'

import { cn } from '#client/lib/cn.ts'

export const Tabs = TabsPrimitive.Root
export const TabsContent = TabsPrimitive.Content

/** Tabs in a row on small screens, in a column at the left on wide ones. */
export function TabsList({ className, ...props }: ComponentProps<typeof TabsPrimitive.List>) {
  return (
    <TabsPrimitive.List
      data-slot="tabs-list"
      className={cn('grid gap-1 max-[90rem]:grid-cols-2', className)}
      {...props}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof TabsPrimitive.Trigger>) {
  return (
    <TabsPrimitive.Trigger
      data-slot="tabs-trigger"
      className={cn(
        'flex min-h-11 items-center justify-start gap-2 max-[90rem]:justify-center rounded-md px-3 text-left font-medium text-muted-foreground hover:bg-sunken hover:text-foreground data-[state=active]:bg-primary-soft data-[state=active]:text-primary-ink md:min-h-10',
        className,
      )}
      {...props}
    />
  )
}
