from .best_response import best_response as best_response
from .config import TrainConfig as TrainConfig
from .run import train as train
from .run_folder import RunFolder as RunFolder
