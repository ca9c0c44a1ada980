/** The link of a message; it opens a new tab. */
export interface ToastLink {
  label: string
  href: string
  onOpen?: () => void
}

/** The functions of the toaster; its code (`#client/ui/sonner.tsx`) is loaded with the first message. */
export interface ToastSender {
  /** With a `link` the message stays for ten seconds, like `undo`. */
  success: (text: string, link?: ToastLink) => void
  error: (text: string) => void
  info: (text: string) => void
  /** Offers an undo, or another `act` by its label, for ten seconds; pointer or focus on it, or a hidden tab, pause the timer. */
  undo: (text: string, act: () => void, label?: string) => void
}

let announce: (sender: ToastSender) => void
let wake: () => void = () => {}
let isRequested = false
const registered = new Promise<ToastSender>((resolve) => {
  announce = resolve
})

/** Tells the toaster whether there has been a message. */
export const toasterRequest = {
  subscribe: (listener: () => void) => {
    wake = listener
    return () => {
      wake = () => {}
    }
  },
  get: () => isRequested,
}

/** Called by the toaster when it is mounted and subscribed. */
export function registerToaster(sender: ToastSender): void {
  announce(sender)
}

function say(message: (sender: ToastSender) => void): void {
  isRequested = true
  wake()
  void registered.then(message)
}

/** Short messages at the edge of the screen. A message that needs action belongs in an inline Alert. */
export const toast: ToastSender = {
  success: (text, link) => say((sender) => sender.success(text, link)),
  error: (text) => say((sender) => sender.error(text)),
  info: (text) => say((sender) => sender.info(text)),
  undo: (...offer) => say((sender) => sender.undo(...offer)),
}
