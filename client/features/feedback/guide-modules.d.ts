/* Modules that the build compiles from docs/kullanim (scripts/guide.ts). */

declare module 'virtual:guide-contents' {
  import type { GuideGroup } from '#client/features/feedback/guide.ts'

  export const groups: readonly GuideGroup[]
}

declare module 'virtual:guide-text' {
  import type { GuidePicture, GuideTopic } from '#client/features/feedback/guide.ts'

  export const topics: readonly GuideTopic[]
  /** Pictures by their file names. */
  export const pictures: Readonly<Record<string, GuidePicture>>
}
