/** The link of a message; it opens a new tab. */
export interface ToastLink {
  label: string
  href: string
  onOpen?: () => void
}

/** The functions of the toaster; its code (`#client/ui/sonner.tsx`) is loaded with the first message. */
export interface Speaker {
  /** With a `link` the message stays for ten seconds, like `undo`. */
  success: (text: string, link?: ToastLink) => void
  error: (text: string) => void
  info: (text: string) => void
  /** Offers an undo for ten seconds; pointer or focus on it, or a hidden tab, pause the timer. */
  undo: (text: string, undo: () => void) => void
}

let announce: (speaker: Speaker) => void
let wake: () => void = () => {}
let wanted = false
const mounted = new Promise<Speaker>((resolve) => {
  announce = resolve
})

/** Tells the toaster whether there has been a message. */
export const toasterWanted = {
  subscribe: (listener: () => void) => {
    wake = listener
    return () => {
      wake = () => {}
    }
  },
  get: () => wanted,
}

/** Called by the toaster when it is mounted and subscribed. */
export function toasterMounted(speaker: Speaker): void {
  announce(speaker)
}

function say(message: (speaker: Speaker) => void): void {
  wanted = true
  wake()
  void mounted.then(message)
}

/** Short messages at the edge of the screen. A message that needs action belongs in an inline Alert. */
export const toast: Speaker = {
  success: (text, link) => say((speaker) => speaker.success(text, link)),
  error: (text) => say((speaker) => speaker.error(text)),
  info: (text) => say((speaker) => speaker.info(text)),
  undo: (text, undo) => say((speaker) => speaker.undo(text, undo)),
}
