/** Ways in which real terminals differ from the manual, each seen in the field (protocol §13, §15). May be changed while the terminal runs. */
export type Faults = {
  /** `cdata.aspx` instead of `cdata`. */
  aspx: boolean
  noContentType: boolean
  /** A request header `MAC:`. */
  macHeader: boolean
  /** `OpStamp=` instead of `Stamp=` on OPERLOG. */
  opStamp: boolean
  /** Uploads name no table; only the lines tell. */
  noTable: boolean
  /** Lines of uploads and results end in CR LF. */
  crlf: boolean
  noFinalLineEnd: boolean
  trailingTab: boolean
  /** A running number in the eleventh column of ATTLOG. */
  elevenColumns: boolean
  /** USER lines without their first word. */
  noUserWord: boolean
  /** Text goes out and comes in as GBK. */
  gbkNames: boolean
  /** The only form of answer that takes a batch, any other has it sent again for ever (door B1: a bare `OK` for the F22 class; `OK:n` as in protocol T5); `any` takes each form that counts the batch exactly. */
  acceptedForm: 'any' | 'OK' | 'OK:n'
  /** How often each batch is posted, whatever is answered. */
  resendTimes: number
  clockSkewMs: number
  /** A handshake with `ATTLOGStamp=0` has everything uploaded again. */
  honourStamps: boolean
  duplicateResults: boolean
  lowerCaseReturn: boolean
  /** `ID=…&SN=…&Return=…` (US dialect). */
  serialNumberInResults: boolean
  /** Commands are neither executed nor acknowledged. */
  ignoreCommands: boolean
  /** Commands are not executed and acknowledged with -1002. */
  failCommands: boolean
  /** Uploads and results reach the server, but the terminal hangs up before it reads the answer. */
  dropBeforeAnswer: boolean
  /** Uploads and results end in the middle of their body: the connection goes (door G1; GPRS of door B6). */
  cutBody: boolean
  /** A line end follows the body that its length does not count (door G1). */
  overlongBody: boolean
  /** Requests are HTTP/1.0 (door G1). */
  http10: boolean
  /** Bodies come in chunks, without a length (door G1). */
  chunkedBody: boolean
  /** `/ICLOCK/CDATA` (door B6). */
  upperCasePath: boolean
  /** Spaces of the query stand as they are, as in `INFO=Ver 6.60 …` (door B6). */
  rawSpaces: boolean
  /** `Expect: 100-continue`, the body after the server's word or a second (door G1: curl-based firmware). */
  expectContinue: boolean
  /** The connection is kept and used again, though the server says close (door B12: Android and curl firmware). */
  keepAlive: boolean
  /** INFO comes with every poll, not only with the first (door G1). */
  infoAtEachPoll: boolean
  /** So many users fewer than there are stand in INFO and UserCount (door A8: reports before the batch is committed). */
  usersCountedShort: number
  /** INFO and UserCount count the users with a finger (door A8). */
  countsFingers: boolean
  /** A put is answered by a report of the user, too (ChgUser; door A8). */
  reportsPuts: boolean
  /** What it was told to do it logs, and tells, as done at its menu: puts, removals, the clock, that it was emptied (door A8: ChgUser for a put; A15). */
  logsCommands: boolean
  /** Fingers and faces that are enrolled are uploaded, whatever TransFlag says (door B8). */
  sendsTemplates: boolean
  /** `Verify` of a report: left out, or always -1 (door A8; protocol T13). */
  reportedVerify: 'held' | 'absent' | 'group'
  /** Names in a report as the firmware rewrites them (door A8, B11). */
  reportedName: 'held' | 'upper case' | 'ascii' | '23 bytes'
  /** Cards in a report (protocol §7: `[hex]` with its bytes reversed; door A8: facility and number). */
  reportedCard: 'decimal' | 'reversed hex' | 'wiegand 26'
  /** An enrolment is told by its OPLOG line alone, without a USER line (door A6: AiFace). */
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
  elevenColumns: false,
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
