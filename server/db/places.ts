import { deadline } from '#server/core/deadline.ts'

/** Gives the place back; a second call changes nothing. */
export type Leave = () => void

/**
 * So many places, given in the order in which they were asked for. Who waits longer than `ms` for one gets the
 * error that `late` makes.
 */
export function createPlaces(count: number, late: () => Error): (ms: number) => Promise<Leave> {
  const waiting = new Set<() => void>()
  let free = count

  const leaveOnce = (): Leave => {
    let left = false
    return () => {
      if (left) return
      left = true
      const [next] = waiting
      if (next === undefined) free += 1
      else next()
    }
  }

  return (ms) => {
    if (free > 0) {
      free -= 1
      return Promise.resolve(leaveOnce())
    }
    return new Promise((resolve, reject) => {
      const admit = () => {
        cancel()
        waiting.delete(admit)
        resolve(leaveOnce())
      }
      const cancel = deadline(ms, () => {
        waiting.delete(admit)
        reject(late())
      })
      waiting.add(admit)
    })
  }
}
