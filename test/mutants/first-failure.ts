/** A setup file of a run of mutants: one failure of a property is enough; to find the smallest takes as many runs again. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
