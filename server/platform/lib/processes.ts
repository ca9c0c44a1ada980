/** The number of processes that serve on this machine, this one included; each gets its part of the limits. */
let processes = 1

/** Sets the number of processes, before any code asks for its part. */
export function shareMachineAmong(count: number): void {
  processes = count
}

/** This process's part of a limit that holds for the machine, at least one. */
export const shareOf = (all: number): number => Math.max(1, Math.ceil(all / processes))
