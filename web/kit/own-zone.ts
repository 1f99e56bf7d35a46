/** The zone of this PC, as `America/Santo_Domingo`: times are read in it where no other is said. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
