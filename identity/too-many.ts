/** 429: too many wrong sign-ins, or too many requests. */
export class TooMany extends Error {
  readonly statusCode = 429;
  readonly messageKey: string;
  /** In seconds. */
  readonly retryAfter: number;
  constructor(messageKey: string, retryAfter: number) {
    super(messageKey);
    this.name = 'TooMany';
    this.messageKey = messageKey;
    this.retryAfter = retryAfter;
  }
}
