/** Fields by which this terminal blocks known people. If none is set, everyone is admitted. */
type Obedience = {
  /** `Verify=3` blocks all methods but the password (protocol §7; field report §Q2: Android attendance firmware). */
  verify?: boolean
  /** Groups that open; others are blocked (field report A4: F22ID on ZLM60 blocks by group 2, AiFace by 100). */
  groups?: readonly number[]
  /** A pass outside the first and last day is blocked, if the option UserValidTimeFun is 1 (field report §Q2). */
  validity?: boolean
  /** `Enable=0` blocks a user (field report §Q2: used for the MB360). */
  enable?: boolean
}

/** Effect of a command to open the door. An acknowledged command may have no effect. */
export type OpenDoorCommandEffect = 'opens' | 'acknowledges' | 'refuses'

/**
 * Validity fields, capacity and abilities of a model, each with its source (“field report” is a list of such
 * observations). May be changed while the terminal runs.
 */
export type Firmware = {
  /** Model name in the options, by which the server recognises the family (protocol §5.3). */
  deviceName: string
  platform: string
  version: string
  obeys: Obedience
  /** First and last day are stored and reported, even without effect (field report §Q2: AiFace, MB10-VL, MB560-VL). */
  holdsDates: boolean
  /**
   * Return code of `SET OPTION UserValidTimeFun=`. A negative code means a model without that option, which stores no
   * dates (field report §Q2.3).
   */
  validTimeCode: number
  /**
   * Default of OverValidTime (field report §Q2.3): at the end of a right 0 deletes the person's records, 1 keeps all,
   * 2 deletes user and templates.
   */
  overValidTime: 0 | 1 | 2
  /**
   * A fingerprint, face or password opens only if its PIN has one enrolled (every real terminal; here off by
   * default).
   */
  needsTemplates: boolean
  /** Return code of the deletion of a user. A negative code deletes no user (protocol §6.2; field report D4). */
  removalCode: number
  /** Capacity in users (field report A7: 500 to 10,000 by data sheet). */
  capacity: number
  /** Return code for a user beyond the capacity (protocol §6.2: -1001, in the US dialect -5). */
  fullCode: number
  /** True if `~MaxUserCount` counts hundreds (protocol T6: the value 20 on a terminal with 143 users). */
  countsHundreds: boolean
  /** Field with the verify method. The US dialect uses `VerifyMode=` with 128 and more (protocol §7). */
  verifyKey: 'Verify' | 'VerifyMode'
  /**
   * Verify methods that are accepted; a record with another method returns -1 (protocol §6.2, §7: their meaning
   * depends on the firmware). Null accepts any method.
   */
  methods: readonly number[] | null
  /** If true, the terminal answers -1 to a command whose user name has non-ASCII characters, as some firmware does. */
  asciiNames: boolean
  /** The clock starts at 2000-01-01 after each loss of power (field report B3: the usual state of an old F22). */
  deadBattery: boolean
  /** `SET OPTION DateTime=` is acknowledged without effect (protocol §6.2: 0 only means "processed"). */
  ignoresDateTime: boolean
  /** The handshake's TimeZone has no effect (field report B3: many models read it at boot only, or never). */
  ignoresTimeZone: boolean
  /**
   * `echoed`: the terminal sends back the stamp that it received. `own`: it counts, and sends all records newer than
   * the handshake's stamp, or all after CHECK (protocol §10, field report B2: old ZEM and ZMM, F22, K14).
   */
  stamps: 'echoed' | 'own'
  /** Seconds between idle polls, 2 after an event (protocol §6.1, field report B4: AiFace). Null uses Delay. */
  idlePollSeconds: number | null
  /**
   * Answer to `DATA QUERY USERINFO`: USER lines in OPERLOG, table USERINFO without the word USER, an empty success,
   * or -1002 (protocol §5.2, §6.2; field report §Q4).
   */
  queryAnswer: 'OPERLOG' | 'USERINFO' | 'nothing' | 'refused'
  /** Number of lines in one upload of queried users (protocol §6.2: ordinary uploads). */
  queryBatch: number
  /** True if the rows are sent before the acknowledgement, not after it (protocol §6.2 allows both). */
  queryRowsFirst: boolean
  /** Number of users after which a query stops; the next one continues (field report §Q4: "312 de 340"). */
  queryLimit: number
  /**
   * Number of commands executed after one poll; the remaining commands are lost (protocol §6.3: no device remembers
   * commands that it did not execute).
   */
  commandsPerPoll: number
  /** Milliseconds that each command takes, not scaled (protocol §12: 0.1–1 s; field report A9: the next poll waits). */
  commandMs: number
  /** Effect of `AC_UNLOCK` (protocol §12: proven on SenseFace 2A, without effect on F22ID). */
  unlock: OpenDoorCommandEffect
  /** Effect of `CONTROL DEVICE 01<door>01<seconds>` (protocol §12: opens a SpeedFace; field report B4: not F22ID). */
  controlDevice: OpenDoorCommandEffect
  /** True if `Verify` also blocks a card at an external Wiegand reader (field report A4: not with WiegandMethod 0). */
  readerObeysVerify: boolean
  /** Dialect: PUSH 2.x (attendance), or PUSH 3.x (access), in which rights name doors (protocol §1). */
  dialect: 'attendance' | 'access'
  /**
   * Effect of time zones in the access dialect: enforced, stored without effect, no such table, no answer, or busy
   * for ever. `maxZones` is their number (50 in most models).
   */
  hours: 'kept' | 'ignored' | 'refused' | 'silent' | 'busy'
  maxZones: number
  /**
   * Number of doors in the access dialect. `countsSeconds`: days are packed times, else `YYYYMMDD` (T10:
   * DateFmtFunOn); `hasFaces`: faces have a separate table; `pollsByPush`: commands come by `push` (protocol §11:
   * SenseFace 2A, V7.3).
   */
  lockCount: number
  countsSeconds: boolean
  hasFaces: boolean
  pollsByPush: boolean
  /** Major version of the fingerprint algorithm; 0 without a fingerprint reader (protocol T6, §4: `~ZKFPVersion`). */
  fingerVersion: number
  /** True if the model computes a face from a photo (protocol §6.4: BIOPHOTO, visible light only). */
  takesPhotos: boolean
  /** True if the model uploads each template that it receives, with other bytes (field report A8, about people). */
  ownBytes: boolean
}

/** Firmware of a terminal with all abilities that the product can use. */
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
