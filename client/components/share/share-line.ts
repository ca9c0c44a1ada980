/** The look of a way to give a document away. */
export const SHARE_LINE =
  'flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left font-medium hover:bg-sunken aria-disabled:opacity-55 [&>svg]:size-5 [&>svg]:shrink-0'
