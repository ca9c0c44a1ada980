/** How many processes serve on this machine, this one included: its limits are its part of the machine's. */
let processes = 1

/** To be called before anything asks for its part. */
export function shareMachineAmong(count: number): void {
  processes = count
}

/** This process's part of a limit that holds for the machine, at least one. */
export const shareOf = (all: number): number => Math.max(1, Math.ceil(all / processes))
