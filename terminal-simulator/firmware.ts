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

/** What a command to open does; an acknowledged one may move nothing. */
export type Opening = 'opens' | 'acknowledges' | 'refuses'

/** What a model obeys, holds and can do; where it is known from stands with each. May be changed while the terminal runs. */
export type Firmware = {
  /** Told in the options, from which the server is to know the family (protocol §5.3). */
  deviceName: string
  platform: string
  version: string
  obeys: Obedience
  /** First and last day are kept and reported though they may not be obeyed (door §Q2: AiFace; captures of MB10-VL and MB560-VL). */
  holdsDates: boolean
  /** The answer to `SET OPTION UserValidTimeFun=`; a negative one is that of a model without it, which keeps no dates (door §Q2.3). */
  validTimeCode: number
  /** What OverValidTime is until it is set (door §Q2.3): at the end of a right 0 deletes the person's records, 1 keeps all, 2 deletes user and templates. */
  overValidTime: 0 | 1 | 2
  /** A finger or face opens only where its number has one enrolled (every terminal; the simulator spares its tests the enrolment). */
  needsTemplates: boolean
  /** The answer to the removal of a user; a negative one takes nobody off (protocol §6.2; door D4). */
  removalCode: number
  /** Users that fit (door A7: 500 to 10,000 by data sheet). */
  capacity: number
  /** The answer to a user that does not fit (protocol §6.2: -1001, in the US dialect -5). */
  fullCode: number
  /** `~MaxUserCount` counts hundreds (protocol T6: 20 of them, and 143 users held). */
  countsHundreds: boolean
  /** The US dialect knows `VerifyMode=` with 128 and more, and passes over `Verify=` (protocol §7). */
  verifyKey: 'Verify' | 'VerifyMode'
  /** Methods that it takes; a put with another is refused with -1 (protocol §6.2, §7: which mean what depends on the firmware). Null takes any. */
  methods: readonly number[] | null
  /** A name with more than ASCII is refused with -1 (protocol §7: other character sets, and none at all). */
  asciiNames: boolean
  /** The clock begins at 2000-01-01 whenever the power comes (door B3: the usual state of an old F22). */
  deadBattery: boolean
  /** `SET OPTION DateTime=` is acknowledged and changes nothing (protocol §6.2: 0 is "processed", no more). */
  ignoresDateTime: boolean
  /** The handshake's TimeZone changes nothing (door B3: many models take it at boot only, or not at all with NTP on). */
  ignoresTimeZone: boolean
  /** `echoed`: the terminal has a pointer of its own and repeats the stamp it was given; `own`: it counts, and sends what is newer than the handshake's stamp, all of it after CHECK (protocol §10, door B2: old ZEM and ZMM, F22, K14). */
  stamps: 'echoed' | 'own'
  /** Seconds between polls while nothing happens, whatever Delay says; 2 after something did (protocol §6.1, door B4: AiFace). Null keeps to Delay. */
  idlePollSeconds: number | null
  /** `DATA QUERY USERINFO`: USER lines in OPERLOG, table USERINFO without the word USER, an empty success, or -1002 (protocol §5.2, §6.2; door §Q4). */
  queryAnswer: 'OPERLOG' | 'USERINFO' | 'nothing' | 'refused'
  /** Lines in one upload of the answer to a query (protocol §6.2: ordinary uploads). */
  queryBatch: number
  /** The rows come before the acknowledgement, not after it (protocol §6.2 allows both). */
  queryRowsFirst: boolean
  /** After so many users the answer stops; the next question is answered with the rest (door §Q4: "312 de 340"). */
  queryLimit: number
  /** Commands executed in one poll; the rest of the batch is forgotten (protocol §6.3: no device remembers what it did not execute). */
  commandsPerPoll: number
  /** Milliseconds that each command takes (protocol §12: 0.1–1 s; door A9: it polls only afterwards), not scaled. */
  commandMs: number
  /** `AC_UNLOCK` (protocol §12: proven on SenseFace 2A, without effect on F22ID). */
  unlock: Opening
  /** `CONTROL DEVICE 01<door>01<seconds>` (protocol §12: opens a SpeedFace, door B4: acknowledged without effect by F22ID). */
  controlDevice: Opening
  /** A card at an external Wiegand reader is subject to `Verify`, too (door A4: not with WiegandMethod 0). */
  readerObeysVerify: boolean
  /** Of the communication menu, sent in the handshake where somebody has set it (protocol §4, §14; the vendor's manual, T4). */
  commKey: string | null
  /** How it speaks: PUSH 2.x, or PUSH 3.x with rights that name doors (protocol §1). */
  dialect: 'attendance' | 'access'
  /** Of the access dialect, what it makes of time zones: it keeps to them, takes them and opens at any hour, has no such table, or answers nothing, or that it is busy, for ever; how many it has (50 in most); whether somebody has one right only, the last, and not each that was given. */
  hours: 'kept' | 'ignored' | 'refused' | 'silent' | 'busy'
  zonesAtMost: number
  oneRightEach: boolean
  /** Of the access dialect: doors that it has; days are packed times, else `YYYYMMDD` (T10: DateFmtFunOn); faces have a table of their own; commands come by `push` (protocol §11: SenseFace 2A, V7.3). */
  lockCount: number
  countsSeconds: boolean
  hasFaces: boolean
  pollsByPush: boolean
  /** Major versions of its algorithms for fingers and faces; 0 where it has no reader for them (protocol T6, §4: `~ZKFPVersion`, `MultiBioVersion`). */
  fingerVersion: number
  faceVersion: number
  /** It makes a face of a photo (protocol §6.4: BIOPHOTO, visible light only). */
  takesPhotos: boolean
  /** It tells of each finger or face that it is given, in bytes of its own (door A8, of people). */
  ownBytes: boolean
  /** A password opens only whom the terminal has one of (every terminal; the simulator spares its tests the password). */
  needsPassword: boolean
}

/** A terminal as the product would wish for. */
export const usualFirmware: Readonly<Firmware> = {
  deviceName: 'SenseFace Simulator',
  platform: 'ZAM70_TFT',
  version: 'Ver 8.0.4.7-20230510',
  obeys: { verify: true },
  holdsDates: false,
  validTimeCode: 0,
  overValidTime: 0,
  needsTemplates: false,
  removalCode: 0,
  capacity: Number.POSITIVE_INFINITY,
  fullCode: -1001,
  countsHundreds: false,
  verifyKey: 'Verify',
  methods: null,
  asciiNames: false,
  deadBattery: false,
  ignoresDateTime: false,
  ignoresTimeZone: false,
  stamps: 'echoed',
  idlePollSeconds: null,
  queryAnswer: 'OPERLOG',
  queryBatch: 100,
  queryRowsFirst: false,
  queryLimit: Number.POSITIVE_INFINITY,
  commandsPerPoll: Number.POSITIVE_INFINITY,
  commandMs: 0,
  unlock: 'opens',
  controlDevice: 'refuses',
  readerObeysVerify: true,
  commKey: null,
  needsPassword: false,
  fingerVersion: 10,
  faceVersion: 58,
  takesPhotos: true,
  ownBytes: false,
  dialect: 'attendance',
  hours: 'kept',
  zonesAtMost: 50,
  oneRightEach: false,
  lockCount: 1,
  countsSeconds: false,
  hasFaces: false,
  pollsByPush: false,
}
