/**
 * The reason why the server does not start, as one plain Turkish message for the operator. It names the environment
 * variable concerned and never carries a secret; the start script prints it without a stack.
 */
export class StartupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartupError'
  }
}
