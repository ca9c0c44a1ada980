import type { ExternalToast, toast as sonnerToast } from 'sonner'

type Sonner = typeof sonnerToast

let announceMounted: (toast: Sonner) => void
let wake: () => void = () => {}
let wanted = false
const mounted = new Promise<Sonner>((resolve) => {
  announceMounted = resolve
})

/** For the toaster: whether anything was ever to be said, so that it is loaded only then. */
export const toasterWanted = {
  subscribe: (listener: () => void) => {
    wake = listener
    return () => {
      wake = () => {}
    }
  },
  get: () => wanted,
}

/** For the toaster: it stands on the page and hears. */
export function toasterMounted(toast: Sonner): void {
  announceMounted(toast)
}

function say(show: (toast: Sonner) => unknown): void {
  wanted = true
  wake()
  void mounted.then(show)
}

/** Short news at the edge of the screen. What a person must act on belongs into an Alert in its place. */
export const toast = {
  success: (text: string, options?: ExternalToast) => say((sonner) => sonner.success(text, options)),
  error: (text: string, options?: ExternalToast) => say((sonner) => sonner.error(text, options)),
  info: (text: string, options?: ExternalToast) => say((sonner) => sonner.info(text, options)),
  /** Offers to take a deletion back, for ten seconds; the pointer over it or the focus in it stops the clock. */
  undo: (text: string, undo: () => void) =>
    say((sonner) => sonner(text, { duration: 10_000, action: { label: 'Geri al', onClick: undo } })),
}
