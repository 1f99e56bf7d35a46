/** Fields by which this terminal refuses known people. An empty record refuses none of them. */
type Obedience = {
  /** `Verify=3` accepts only a password (protocol §7; door §Q2: Android attendance firmware). */
  verify?: boolean
  /** Groups that open; any other is refused (door A4: F22ID on ZLM60 blocks by group 2, AiFace by group 100). */
  groups?: readonly number[]
  /** First and last day, if the option UserValidTimeFun is 1 (door §Q2: decompiled Android attendance firmware). */
  validity?: boolean
  /** `Enable=0` refuses (door §Q2: in public use for the MB360). */
  enable?: boolean
}

/** Effect of a command to open; an acknowledged one may have no effect. */
export type Opening = 'opens' | 'acknowledges' | 'refuses'

/** Validity fields, capacity and abilities of a model, each with its source. May be changed while the terminal runs. */
export type Firmware = {
  /** Reported in the options, by which the server recognises the family (protocol §5.3). */
  deviceName: string
  platform: string
  version: string
  obeys: Obedience
  /**
   * First and last day are stored and reported, even if they have no effect (door §Q2: AiFace; captures of MB10-VL and
   * MB560-VL).
   */
  holdsDates: boolean
  /**
   * Return code of `SET OPTION UserValidTimeFun=`; a negative one means a model without it, which stores no dates (door
   * §Q2.3).
   */
  validTimeCode: number
  /**
   * Default of OverValidTime (door §Q2.3): at the end of a right 0 deletes the person's records, 1 keeps all, 2 deletes
   * user and templates.
   */
  overValidTime: 0 | 1 | 2
  /**
   * A fingerprint, face or password opens only if its PIN has one enrolled (every terminal; the simulator does not
   * require it by default).
   */
  needsTemplates: boolean
  /** Return code of the deletion of a user; a negative one deletes no user (protocol §6.2; door D4). */
  removalCode: number
  /** Capacity in users (door A7: 500 to 10,000 by data sheet). */
  capacity: number
  /** Return code for a user beyond the capacity (protocol §6.2: -1001, in the US dialect -5). */
  fullCode: number
  /** `~MaxUserCount` is in hundreds (protocol T6: 20 of them, and 143 users held). */
  countsHundreds: boolean
  /** The US dialect supports `VerifyMode=` with 128 and more, and ignores `Verify=` (protocol §7). */
  verifyKey: 'Verify' | 'VerifyMode'
  /**
   * Accepted verification modes; a put with another one returns -1 (protocol §6.2, §7: their meaning depends on the
   * firmware). Null accepts any.
   */
  methods: readonly number[] | null
  /** A name with characters beyond ASCII returns -1 (protocol §7: other character sets, and none at all). */
  asciiNames: boolean
  /** The clock starts at 2000-01-01 after each loss of power (door B3: the usual state of an old F22). */
  deadBattery: boolean
  /** `SET OPTION DateTime=` is acknowledged without effect (protocol §6.2: 0 only means "processed"). */
  ignoresDateTime: boolean
  /** The handshake's TimeZone has no effect (door B3: many models read it at boot only, or never with NTP on). */
  ignoresTimeZone: boolean
  /**
   * `echoed`: the terminal has its own pointer and repeats the stamp it received; `own`: it counts, and sends
   * everything newer than the handshake's stamp, or everything after CHECK (protocol §10, door B2: old ZEM and ZMM,
   * F22, K14).
   */
  stamps: 'echoed' | 'own'
  /**
   * Seconds between idle polls, whatever Delay says; 2 after an event (protocol §6.1, door B4: AiFace). Null uses
   * Delay.
   */
  idlePollSeconds: number | null
  /**
   * Answer to `DATA QUERY USERINFO`: USER lines in OPERLOG, table USERINFO without the word USER, an empty success, or
   * -1002 (protocol §5.2, §6.2; door §Q4).
   */
  queryAnswer: 'OPERLOG' | 'USERINFO' | 'nothing' | 'refused'
  /** Lines in one upload of the answer to a query (protocol §6.2: ordinary uploads). */
  queryBatch: number
  /** The rows are sent before the acknowledgement, not after it (protocol §6.2 allows both). */
  queryRowsFirst: boolean
  /**
   * The answer stops after this number of users; the next query is answered with the others (door §Q4: "312 de 340").
   */
  queryLimit: number
  /**
   * Number of commands executed after one poll; the other commands of the batch are lost (protocol §6.3: no device
   * remembers commands it did not execute).
   */
  commandsPerPoll: number
  /** Milliseconds that each command takes, not scaled (protocol §12: 0.1–1 s; door A9: the next poll waits for it). */
  commandMs: number
  /** `AC_UNLOCK` (protocol §12: proven on SenseFace 2A, without effect on F22ID). */
  unlock: Opening
  /** `CONTROL DEVICE 01<door>01<seconds>` (protocol §12: opens a SpeedFace, door B4: acknowledged without effect by F22ID). */
  controlDevice: Opening
  /** A card at an external Wiegand reader is subject to `Verify` too (door A4: not with WiegandMethod 0). */
  readerObeysVerify: boolean
  /** Dialect: PUSH 2.x, or PUSH 3.x with rights that name doors (protocol §1). */
  dialect: 'attendance' | 'access'
  /**
   * Time zones in the access dialect: obeyed, stored without effect, no such table, no answer, or busy for ever. Their
   * number (50 in most models).
   */
  hours: 'kept' | 'ignored' | 'refused' | 'silent' | 'busy'
  maxZones: number
  /**
   * For the access dialect: number of doors; days as packed times, else `YYYYMMDD` (T10: DateFmtFunOn); faces in a
   * separate table; commands by `push` (protocol §11: SenseFace 2A, V7.3).
   */
  lockCount: number
  countsSeconds: boolean
  hasFaces: boolean
  pollsByPush: boolean
  /** Major version of its fingerprint algorithm; 0 without such a reader (protocol T6, §4: `~ZKFPVersion`). */
  fingerVersion: number
  /** The model computes a face from a photo (protocol §6.4: BIOPHOTO, visible light only). */
  takesPhotos: boolean
  /** The model reports each template that it receives, in bytes of its own (door A8, about people). */
  ownBytes: boolean
}

/** A terminal with all abilities that the product can use. */
export const defaultFirmware: Readonly<Firmware> = {
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
  fingerVersion: 10,
  takesPhotos: true,
  ownBytes: false,
  dialect: 'attendance',
  hours: 'kept',
  maxZones: 50,
  lockCount: 1,
  countsSeconds: false,
  hasFaces: false,
  pollsByPush: false,
}
