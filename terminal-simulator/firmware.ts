/** What refuses at this terminal. An empty record refuses nobody whom it knows. */
type Obedience = {
  /** `Verify=3` admits a password only (protocol §7; door §Q2: Android attendance firmware). */
  verify?: boolean
  /** The groups that open; any other is refused (door A4: F22ID on ZLM60 blocks by group 2, AiFace by group 100). */
  groups?: readonly number[]
  /** First and last day, once the option UserValidTimeFun is 1 (door §Q2: decompiled Android attendance firmware). */
  validity?: boolean
  /** `Enable=0` refuses (door §Q2: in public use for the MB360). */
  enable?: boolean
}

/** What a model obeys, holds and can do; where it is known from stands with each. May be changed while the terminal runs. */
export type Firmware = {
  obeys: Obedience
  /** First and last day are kept and reported though they may not be obeyed (door §Q2: AiFace; captures of MB10-VL and MB560-VL). */
  holdsDates: boolean
  /** The answer to `SET OPTION UserValidTimeFun=`; a negative one is that of a model without it, which keeps no dates (door §Q2.3). */
  validTimeCode: number
  /** What OverValidTime is until it is set (door §Q2.3): at the end of a right 0 deletes the person's records, 1 keeps all, 2 deletes user and templates. */
  overValidTime: 0 | 1 | 2
  /** A finger or face opens only where its number has one enrolled (every terminal; the simulator spares its tests the enrolment). */
  needsTemplates: boolean
  /** Users that fit (door A7: 500 to 10,000 by data sheet). */
  capacity: number
  /** The answer to a user that does not fit (protocol §6.2: -1001, in the US dialect -5). */
  fullCode: number
  /** `~MaxUserCount` counts hundreds (protocol T6: 20 of them, and 143 users held). */
  countsHundreds: boolean
  /** The US dialect knows `VerifyMode=` with 128 and more, and passes over `Verify=` (protocol §7). */
  verifyKey: 'Verify' | 'VerifyMode'
  /** The clock begins at 2000-01-01 whenever the power comes (door B3: the usual state of an old F22). */
  deadBattery: boolean
  /** `SET OPTION DateTime=` is acknowledged and changes nothing (protocol §6.2: 0 is "processed", no more). */
  ignoresDateTime: boolean
  /** The handshake's TimeZone changes nothing (door B3: many models take it at boot only, or not at all with NTP on). */
  ignoresTimeZone: boolean
}

/** A terminal as the product would wish for. */
export const usualFirmware: Readonly<Firmware> = {
  obeys: { verify: true },
  holdsDates: false,
  validTimeCode: 0,
  overValidTime: 0,
  needsTemplates: false,
  capacity: Number.POSITIVE_INFINITY,
  fullCode: -1001,
  countsHundreds: false,
  verifyKey: 'Verify',
  deadBattery: false,
  ignoresDateTime: false,
  ignoresTimeZone: false,
}
