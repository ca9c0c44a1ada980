/** The part of the messages that the login screen needs. Elsewhere: `messages.ts`. */
export * as loginMessages from './login-message-list.ts'
