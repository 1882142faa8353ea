# SPDX-License-Identifier: Apache-2.0
"""measure.py ACCOUNTANT WORKLOAD: asks one peer one question in this process, up to three times,
and prints {"seconds": the shortest, "megabytes": at the peak, "answer": ...} or {"failed": why}."""

import json
import resource
import sys
import time
import warnings

from accountants import ACCOUNTANTS, NotCovered
from workloads import WORKLOADS

ENOUGH = 30.0  # seconds after which the question is not repeated


def measure(accountant, workload):
    answer = ACCOUNTANTS[accountant](WORKLOADS[workload])
    seconds = []
    while len(seconds) < 3 and sum(seconds) < ENOUGH:
        start = time.perf_counter()
        value = answer()
        seconds.append(time.perf_counter() - start)
    values = [float(v) for v in value] if hasattr(value, "__len__") else float(value)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": min(seconds), "megabytes": peak, "answer": values}


def main():
    warnings.simplefilter("ignore")
    try:
        result = measure(*sys.argv[1:])
    except NotCovered as reason:
        result = {"not covered": str(reason)}
    except Exception as error:  # whatever a peer throws is its answer
        text = " ".join(str(error).split())
        result = {"failed": f"{type(error).__name__}: {text}"[:120]}
    print("\n" + json.dumps(result))


if __name__ == "__main__":
    main()
