/** The panel of a dialog stands above the bar of totals on a wide screen and is a sheet on a phone. */
export const TILL_PANEL =
  'md:top-auto md:right-6 md:max-h-[calc(100dvh-var(--action-bar)-1.5rem)] md:bottom-[calc(var(--action-bar)+0.5rem)] md:left-auto md:max-w-98 md:translate-x-0 md:translate-y-0 md:p-4'
