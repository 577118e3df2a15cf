import CLibuv
