/**
 * Deviations of real terminals from the manual, each observed in use (protocol §13, §15; “field report” is a list of
 * such observations). May be changed while the terminal runs.
 */
export type Faults = {
  /** The terminal requests `cdata.aspx` instead of `cdata`. */
  aspx: boolean
  noContentType: boolean
  /** Requests have a `MAC:` header. */
  macHeader: boolean
  /** Uploads of OPERLOG have `OpStamp=` instead of `Stamp=`. */
  opStamp: boolean
  /** Uploads have no table parameter, so only the lines show the table. */
  noTable: boolean
  /** Lines of uploads and results end in CR LF. */
  crlf: boolean
  noFinalLineEnd: boolean
  trailingTab: boolean
  /** USER lines lack their first word. */
  noUserWord: boolean
  /** Text is sent and received as GBK. */
  gbkNames: boolean
  /**
   * Answer that ends an upload; after any other answer the terminal repeats the upload for ever (field report B1: a
   * bare `OK` for the F22 class; `OK:n` as in protocol T5). `any` accepts each form with the exact count.
   */
  acceptedForm: 'any' | 'OK' | 'OK:n'
  /** Number of times that each upload is sent, whatever the answer. */
  resendTimes: number
  clockSkewMs: number
  /** A handshake answer with `ATTLOGStamp=0` causes a complete upload. */
  honourStamps: boolean
  duplicateResults: boolean
  lowerCaseReturn: boolean
  /** Results have the form `ID=…&SN=…&Return=…` (US dialect). */
  serialNumberInResults: boolean
  /** Commands are neither executed nor acknowledged. */
  ignoreCommands: boolean
  /** Commands are not executed, and are acknowledged with -1002. */
  failCommands: boolean
  /** Uploads and results reach the server, but the terminal closes the connection before it reads the answer. */
  dropBeforeAnswer: boolean
  /** The connection breaks inside the body of uploads and results (field report G1; GPRS of field report B6). */
  cutBody: boolean
  /** A line end follows the body and is not counted by Content-Length (field report G1). */
  overlongBody: boolean
  /** Requests are HTTP/1.0 (field report G1). */
  http10: boolean
  /** Bodies come in chunks, without a length (field report G1). */
  chunkedBody: boolean
  /** Paths are in upper case, as in `/ICLOCK/CDATA` (field report B6). */
  upperCasePath: boolean
  /** Spaces in the query are not encoded, as in `INFO=Ver 6.60 …` (field report B6). */
  rawSpaces: boolean
  /** `Expect: 100-continue`: the body follows the interim answer, or one second later (field report G1: curl). */
  expectContinue: boolean
  /** The connection is reused although the server closes it (field report B12: Android and curl firmware). */
  keepAlive: boolean
  /** INFO is sent with every poll, not only with the first (field report G1). */
  infoAtEachPoll: boolean
  /** INFO and UserCount are too low by this number of users (field report A8: sent before the batch is committed). */
  usersCountedShort: number
  /** INFO and UserCount count only users with a fingerprint (field report A8). */
  countsFingers: boolean
  /** A command to store a user also causes a report of the user (ChgUser; field report A8). */
  reportsPuts: boolean
  /**
   * Commands are logged and reported like changes at the menu: stored users, deletions, clock, clearing (field report
   * A8: ChgUser for a stored user; A15).
   */
  logsCommands: boolean
  /** Enrolled fingerprints and faces are uploaded whatever TransFlag says (field report B8). */
  sendsTemplates: boolean
  /** Value of `Verify` in a report: omitted, or always -1 (field report A8; protocol T13). */
  reportedVerify: 'held' | 'absent' | 'group'
  /** Form of names in a report, as the firmware rewrites them (field report A8, B11). */
  reportedName: 'held' | 'upper case' | 'ascii' | '23 bytes'
  /** Form of cards in a report (protocol §7: `[hex]` with reversed bytes; field report A8: facility and number). */
  reportedCard: 'decimal' | 'reversed hex' | 'wiegand 26'
  /** An enrolment is reported by its OPLOG line only, without a USER line (field report A6: AiFace). */
  operationsOnly: boolean
}

export const noFaults: Readonly<Faults> = {
  aspx: false,
  noContentType: false,
  macHeader: false,
  opStamp: false,
  noTable: false,
  crlf: false,
  noFinalLineEnd: false,
  trailingTab: false,
  noUserWord: false,
  gbkNames: false,
  acceptedForm: 'any',
  resendTimes: 1,
  clockSkewMs: 0,
  honourStamps: false,
  duplicateResults: false,
  lowerCaseReturn: false,
  serialNumberInResults: false,
  ignoreCommands: false,
  failCommands: false,
  dropBeforeAnswer: false,
  cutBody: false,
  overlongBody: false,
  http10: false,
  chunkedBody: false,
  upperCasePath: false,
  rawSpaces: false,
  expectContinue: false,
  keepAlive: false,
  infoAtEachPoll: false,
  usersCountedShort: 0,
  countsFingers: false,
  reportsPuts: false,
  logsCommands: false,
  sendsTemplates: false,
  reportedVerify: 'held',
  reportedName: 'held',
  reportedCard: 'decimal',
  operationsOnly: false,
}
