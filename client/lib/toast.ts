/** Where news leads to: opened in a tab of its own. */
export interface ToastLink {
  label: string
  href: string
}

/** What the toaster can say; its code (`#client/ui/sonner.tsx`) is loaded with the first message. */
export interface Speaker {
  /** With a `link` it stays for ten seconds, as `undo` does. */
  success: (text: string, link?: ToastLink) => void
  error: (text: string) => void
  info: (text: string) => void
  /** Offers to take something back for ten seconds; pointer or focus on it, or a hidden tab, stop the clock. */
  undo: (text: string, undo: () => void) => void
}

let announce: (speaker: Speaker) => void
let wake: () => void = () => {}
let wanted = false
const mounted = new Promise<Speaker>((resolve) => {
  announce = resolve
})

/** For the toaster: whether anything was ever to be said. */
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
export function toasterMounted(speaker: Speaker): void {
  announce(speaker)
}

function say(message: (speaker: Speaker) => void): void {
  wanted = true
  wake()
  void mounted.then(message)
}

/** Short news at the edge of the screen. What a person must act on belongs into an Alert in its place. */
export const toast: Speaker = {
  success: (text, link) => say((speaker) => speaker.success(text, link)),
  error: (text) => say((speaker) => speaker.error(text)),
  info: (text) => say((speaker) => speaker.info(text)),
  undo: (text, undo) => say((speaker) => speaker.undo(text, undo)),
}
