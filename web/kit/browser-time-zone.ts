/** The PC's time zone, such as `America/Santo_Domingo`; used if the gym's zone is unknown. */
export const readBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
