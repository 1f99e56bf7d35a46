/** The PC's zone, such as `America/Santo_Domingo`; the default for times. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
